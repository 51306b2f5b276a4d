import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import type { CryptoPort } from '#src/client/commands/ports.ts';
import { makeDevicePair, makePinKey, newPin } from '#src/client/device/crypto.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { changeEnrolment, keepDeviceKeys } from '#src/client/local/device/enrolment.ts';
import { forgiveAttempts, keepOperator, maxPinAttempts } from '#src/client/local/device/operators.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import '#tests/support/browser/browser-globals.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';

describe("an operator's PIN", () => {
  const id = randomUUID();
  let key: CryptoKey;
  let name: string;
  let db: MoneyDb;

  beforeAll(async () => {
    key = await makePinKey();
  });
  beforeEach(async () => {
    name = randomUUID();
    db = new MoneyDb(name);
    const keys = { ...(await makeDevicePair()), pinKey: key };
    await keepDeviceKeys(db, keys, randomUUID(), 0);
    await changeEnrolment(db, { state: 'active' });
    await keepOperator(db, {
      id,
      ownerName: 'Rosalba Giraldo',
      userType: 'ESTANTE',
      placeName: 'Doña Rosalba',
      marketName: 'Plaza',
      globalMarketId: toMarketCode('K7M4PX'),
      pin: await newPin(key, '482915', 1_000),
    });
  });
  const tryPin = (pin: string, crypto: Partial<CryptoPort> = {}) => {
    const ports = commandPorts(db);
    return createCommands({ ...ports, crypto: { ...ports.crypto, ...crypto } }).tryPin(id, pin);
  };

  it('opens only when it is right', async () => {
    expect(await tryPin('482916')).toEqual({ kind: 'wrong', left: 4 });
    expect(await tryPin('482915')).toEqual({ kind: 'right' });
    expect(await tryPin('482916')).toEqual({ kind: 'wrong', left: 4 });
  });

  it('locks after five wrong ones, across restarts, until its owner signs in online', async () => {
    for (let attempt = 0; attempt < maxPinAttempts; attempt += 1) {
      await tryPin('000001');
      db.close();
      db = new MoneyDb(name);
    }
    expect(await tryPin('482915')).toEqual({ kind: 'locked' });
    await forgiveAttempts(db, id);
    expect(await tryPin('482915')).toEqual({ kind: 'right' });
  });

  it('has used up an attempt when the page dies during the check', async () => {
    let hasStarted = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      hasStarted = resolve;
    });
    void tryPin('482916', {
      pinTag: () => {
        hasStarted();
        return new Promise(() => undefined);
      },
    });
    await started;
    expect((await db.operators.toArray())[0]?.attempts).toBe(1);
  });

  it('is kept when the operator is stored again without one, and never stored in clear text', async () => {
    const [operator] = await db.operators.toArray();
    if (!operator) throw new Error('nobody');
    const { pin: _pin, attempts: _attempts, isActive: _active, ...rest } = operator;
    await keepOperator(db, rest);
    expect(await tryPin('482915')).toEqual({ kind: 'right' });
    expect(JSON.stringify(await db.operators.toArray())).not.toContain('482915');
  });

  it('cannot be guessed away from its device: another key never finds it', async () => {
    const enrolment = await db.enrolment.get('self');
    if (!enrolment) throw new Error('not enrolled');
    await db.enrolment.put({ ...enrolment, keys: { ...enrolment.keys, pinKey: await makePinKey() } });
    expect(await tryPin('482915')).toMatchObject({ kind: 'wrong' });
  });
});

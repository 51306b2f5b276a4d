import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { offersOf, openForSession, openUnderPin } from '#src/client/commands/operator-key.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { changeEnrolment, keepDeviceKeys, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { keepOperator } from '#src/client/local/device/operators.ts';
import type { OpenOperatorKey } from '#src/client/state/operator-key.ts';
import { toMarketCode } from '#src/contract/brands.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';

let db: MoneyDb;
let ports: CommandPorts;
const person = {
  id: 'rosalba',
  userType: 'ESTANTE' as const,
  ownerName: 'Rosalba',
  placeName: 'Frutas',
  marketName: 'Plaza',
  globalMarketId: toMarketCode('ABC234'),
};
const openOf = (operatorId: string, publicKey = 'k'): OpenOperatorKey => {
  const offer = { operatorId, publicKey, isUnderPin: true, deviceSig: 'd', ownSig: 'o' };
  return { privateKey: {} as CryptoKey, offer };
};
const openFor = () => ports.openKey.read()?.offer.operatorId;

beforeEach(async () => {
  db = new MoneyDb(randomUUID());
  ports = commandPorts(db);
  await keepDeviceKeys(db, await ports.crypto.makeDeviceKeys(), randomUUID(), 0);
  await changeEnrolment(db, { state: 'active' });
  await keepOperator(db, person);
});

describe('the key of the person who works in a page', () => {
  it("is never the previous person's, even when the new one cannot be generated", async () => {
    ports.openKey.hold(openOf('eva'));
    const enrolment = await readEnrolment(db);
    if (!enrolment) throw new Error('not enrolled');
    const makeClosedKey = () => Promise.reject(new Error('not here'));
    await openUnderPin(
      { ...ports, crypto: { ...ports.crypto, makeClosedKey } },
      enrolment,
      person,
      {} as never,
    );
    expect(ports.openKey.read()).toBeNull();
  });

  it('stays when it is already open, even if a PIN opened it while another was being made', async () => {
    const open = openOf('rosalba');
    ports.openKey.hold(open);
    await openForSession(ports, 'rosalba');
    expect(ports.openKey.read()).toBe(open);
    ports.openKey.hold(null);
    const makePageKey: typeof ports.crypto.makePageKey = () => {
      ports.openKey.hold(open);
      return deviceKey();
    };
    const deviceKey = ports.crypto.makePageKey;
    await openForSession({ ...ports, crypto: { ...ports.crypto, makePageKey } }, 'rosalba');
    expect(ports.openKey.read()).toBe(open);
  });

  it("replaces another person's by their session", async () => {
    ports.openKey.hold(openOf('eva'));
    await openForSession(ports, 'rosalba');
    expect(openFor()).toBe('rosalba');
  });

  it.each([
    ['asked', () => changeEnrolment(db, { state: 'asked' })],
    ['revoked', () => changeEnrolment(db, { state: 'revoked' })],
    ['forgotten', () => db.enrolment.clear()],
    ['not theirs', () => db.operators.clear()],
  ])('is not opened by a session on a device that is %s', async (_what, happens) => {
    await happens();
    await openForSession(ports, 'rosalba');
    expect(ports.openKey.read()).toBeNull();
  });

  it('is offered beside the one under the PIN, only by its own person, once', () => {
    const key = { publicKey: 'pin', iv: 'i', body: 'b', deviceSig: 'd', ownSig: 'o' };
    const own = { id: 'rosalba', key };
    const keysOf = (...given: Parameters<typeof offersOf>) =>
      offersOf(...given).map(({ publicKey, operatorId }) => [publicKey, operatorId]);
    expect(keysOf({ id: 'rosalba' }, null)).toEqual([]);
    expect(keysOf(own, null)).toEqual([['pin', 'rosalba']]);
    expect(keysOf(own, openOf('rosalba', 'pin'))).toEqual([['pin', 'rosalba']]);
    expect(keysOf(own, openOf('eva', 'page'))).toEqual([['pin', 'rosalba']]);
    expect(keysOf({ id: 'rosalba' }, openOf('rosalba', 'page'))).toEqual([['page', 'rosalba']]);
    expect(keysOf(own, openOf('rosalba', 'page'))).toEqual([
      ['pin', 'rosalba'],
      ['page', 'rosalba'],
    ]);
  });
});

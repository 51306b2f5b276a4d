import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommands } from '#src/client/commands/create-commands.ts';
import { deviceCrypto, newPin } from '#src/client/device/crypto.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { changeEnrolment, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { keepOperator } from '#src/client/local/device/operators.ts';
import { readSyncStatus, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { readJournal } from '#src/client/local/outbox/write-operation.ts';
import { toMarketCode } from '#src/protocol/brands.ts';
import { commandPorts } from '#tests/support/device/command-ports.ts';
import { storePurchase } from '#tests/support/market/stored-operations.ts';

const requestSync = vi.fn<() => void>();
const person = {
  id: 'rosalba',
  userType: 'ESTANTE' as const,
  ownerName: 'Rosalba',
  placeName: 'Frutas',
  marketName: 'Plaza',
  globalMarketId: toMarketCode('ABC234'),
};
let db: MoneyDb;
let commands: ReturnType<typeof createCommands>;
beforeEach(() => {
  vi.clearAllMocks();
  db = new MoneyDb(randomUUID());
  // The fewest rounds that the fake needs.
  const crypto = { ...deviceCrypto, newPin: (key: CryptoKey, pin: string) => newPin(key, pin, 1_000) };
  const ports = commandPorts(db, { crypto });
  commands = createCommands({ ...ports, connection: { ...ports.connection, requestSync } });
});

describe('enrolment', () => {
  it("stores generated keys, and reports the journal's present position until the market has approved", async () => {
    const first = await commands.prepareEnrolment();
    expect(first.journal).toEqual({ lastSeq: 0, headHash: '' });
    await storePurchase(db);
    const again = await commands.prepareEnrolment();
    expect(again.enrolment.deviceId).toBe(first.enrolment.deviceId);
    expect(again.journal).toMatchObject({ lastSeq: 1, headHash: (await readJournal(db)).headHash });
    expect((await readEnrolment(db))?.start).toEqual(again.journal);
  });

  it("reports the journal's original start after the approval, however long it has become", async () => {
    await commands.prepareEnrolment();
    await changeEnrolment(db, { state: 'active' });
    await storePurchase(db);
    const again = await commands.prepareEnrolment();
    expect(again.journal).toEqual({ lastSeq: 0, headHash: '' });
    expect(again.enrolment.state).toBe('active');
    await db.enrolment.toCollection().modify((row) => delete row.start);
    expect((await commands.prepareEnrolment()).journal.lastSeq).toBe(1);
    expect(
      (await readEnrolment(db))?.start,
      'of a device that is enrolled nothing is changed',
    ).toBeUndefined();
  });

  it('stores the name while the market decides, and changes no decided name', async () => {
    await commands.awaitApproval('Nadie', { ...person, digits: '12' });
    expect(await readEnrolment(db)).toBeFalsy();
    await commands.prepareEnrolment();
    await commands.awaitApproval('Tableta 7', { ...person, digits: '1234' });
    expect(await readEnrolment(db)).toMatchObject({ state: 'asked', name: 'Tableta 7' });
    expect(await db.operators.get('rosalba')).toMatchObject({ digits: '1234' });
    await changeEnrolment(db, { state: 'active' });
    await commands.awaitApproval('Otra', { ...person, digits: '1234' });
    expect((await readEnrolment(db))?.name).toBe('Tableta 7');
    await commands.dropRequest('rosalba');
    expect(await db.operators.get('rosalba')).toBeUndefined();
  });

  it('becomes active on approval without an error, and requests everything that the server has for it', async () => {
    await commands.prepareEnrolment();
    await changeEnrolment(db, { trouble: 'REVOKED' } as never);
    await updateSyncStatus(db, { isReportOwed: false, isPullOwed: false, reportedAt: 5, pulledAt: 5 });
    await commands.finishEnrolment('Tableta 7', person);
    expect(await readEnrolment(db)).toMatchObject({ state: 'active', name: 'Tableta 7', trouble: '' });
    expect(await readSyncStatus(db)).toMatchObject({
      isReportOwed: true,
      isPullOwed: true,
      reportedAt: 0,
      pulledAt: 0,
    });
    expect(await db.operators.get('rosalba')).toMatchObject({ ownerName: 'Rosalba' });
    expect(requestSync).toHaveBeenCalledOnce();
  });

  it('ends when the market revokes the device: the PIN opens nothing', async () => {
    await keepOperator(db, { ...person, pin: await commands.choosePin('482915') });
    for (const state of ['asked', 'revoked'] as const) {
      await changeEnrolment(db, { state });
      expect(await commands.tryPin('rosalba', '482915')).toEqual({ kind: 'none' });
    }
    expect((await db.operators.get('rosalba'))?.attempts).toBe(0);
    await changeEnrolment(db, { state: 'active' });
    expect(await commands.tryPin('rosalba', '482915')).toEqual({ kind: 'right' });
  });
});

import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import { changeEnrolment, keepDeviceKeys, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet, storeKeySet, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { readDeviceFacts } from '#src/client/local/live/device-facts.ts';
import { limits, makeIssuer, openEnrolledDevice } from '#tests/support/device/enrolled-device.ts';
import { storePurchase } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const device = forEachTest(() => openEnrolledDevice(issuer));

describe('the facts of a device', () => {
  it('are empty before it has written or received anything', async () => {
    expect(await readDeviceFacts(new MoneyDb(randomUUID()))).toEqual({
      state: 'none',
      deviceId: '',
      name: '',
      lastSeq: 0,
      ackSeq: 0,
      owed: 0,
      openCount: 0,
      openSum: 0,
      clockOffset: null,
      listAsOf: 0,
      keysAsOf: 0,
      hasOwnCertificate: false,
      limits: null,
      trouble: '',
    });
  });

  it('are its missing numbers, clock, list, keys and last error', async () => {
    for (let sales = 0; sales < 3; sales += 1) await storePurchase(device.db);
    await changeEnrolment(device.db, { ackSeq: 1, missing: [1], trouble: 'INTERNAL' });
    await updateSyncStatus(device.db, { listAsOf: 77 });
    await device.db.device.update('self', { clockOffset: 40 });
    expect(await readDeviceFacts(device.db)).toEqual({
      state: 'active',
      deviceId: device.id,
      name: 'Tableta 7',
      lastSeq: 3,
      ackSeq: 1,
      owed: 3,
      openCount: 3,
      openSum: 37_500,
      clockOffset: 40,
      listAsOf: 77,
      keysAsOf: device.clock.now,
      hasOwnCertificate: true,
      limits,
      trouble: 'INTERNAL',
    });
  });

  it('show nothing owed when the server has more than the device, and no certificate of others', async () => {
    await changeEnrolment(device.db, { ackSeq: 9, state: 'revoked' });
    const keys = await readKeySet(device.db);
    if (keys)
      await storeKeySet(device.db, {
        ...keys,
        kiosks: keys.kiosks.map((one) => ({ ...one, deviceId: 'x' })),
      });
    expect(await readDeviceFacts(device.db)).toMatchObject({
      state: 'revoked',
      owed: 0,
      hasOwnCertificate: false,
    });
    await changeEnrolment(device.db, { state: 'asked' });
    expect((await readDeviceFacts(device.db)).state).toBe('none');
  });
});

describe('an enrolment', () => {
  it('takes the id of the existing journal, and keeps the keys generated first', async () => {
    const db = new MoneyDb(randomUUID());
    await storePurchase(db);
    const [row] = await db.device.toArray();
    const held = await keepDeviceKeys(db, device.keys, randomUUID(), 5);
    expect([held.deviceId, held.name, held.trouble]).toEqual([row?.deviceId, '', '']);
    expect((await db.device.toArray())[0]).toEqual(row);
    const { keys } = await openEnrolledDevice(issuer);
    expect((await keepDeviceKeys(db, keys, randomUUID(), 6)).keys.publicKey).toBe(device.keys.publicKey);
  });

  it('starts the journal of a device that has written nothing, and a change creates none', async () => {
    const db = new MoneyDb(randomUUID());
    await changeEnrolment(db, { name: 'x' });
    expect(await readEnrolment(db)).toBeNull();
    const { deviceId } = await keepDeviceKeys(db, device.keys, 'device-1', 5);
    expect([deviceId, await db.device.get('self')]).toMatchObject([
      'device-1',
      { deviceId: 'device-1', lastSeq: 0 },
    ]);
  });
});

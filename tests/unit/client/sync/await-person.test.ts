import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepOperator } from '#src/client/local/device/operators.ts';
import { readUnsent, updateStatus } from '#src/client/local/outbox/outbox.ts';
import { isBeingSigned, drainOnce } from '#src/client/sync/drain.ts';
import { toMarketCode, type OpId } from '#src/contract/brands.ts';
import {
  type EnrolledDevice,
  makeIssuer,
  openEnrolledDevice,
  portsOf,
} from '#tests/support/device/enrolled-device.ts';
import { rosalba, storedAt, storePurchase } from '#tests/support/market/stored-operations.ts';
import { forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const key = { publicKey: 'p', iv: 'i', body: 'b', deviceSig: 'd', ownSig: 'o' };
const operator = { key: 'k', sig: 's' };
let device: EnrolledDevice;

const keepPerson = (id: string, own: object = { key, pin: { salt: 's', tag: 't', rounds: 1 } }) =>
  keepOperator(device.db, {
    id,
    userType: 'ESTANTE',
    ownerName: 'Rosalba',
    placeName: 'Frutas',
    marketName: 'Plaza',
    globalMarketId: toMarketCode('ABC234'),
    ...own,
  });
beforeEach(async () => {
  device = await openEnrolledDevice(issuer);
  device.clock.now = storedAt;
  await keepPerson(rosalba);
});

const waits = async (own: { isOpen?: boolean; maySend?: boolean } = {}) => {
  const ports = portsOf(device);
  const { operations } = await readUnsent(device.db);
  return isBeingSigned(
    device.db,
    {
      ...ports,
      key: { ...ports.key, isOpenFor: () => own.isOpen ?? false },
      maySendFor: () => own.maySend ?? false,
    },
    operations,
  );
};
const signedBy = (opId: OpId, row: object) => device.db.signatures.put({ opId, sig: 'x', ...row });

describe('a sale that its person signs in another tab', () => {
  it('is left to that tab for a moment, and then sent by this one', async () => {
    await storePurchase(device.db);
    expect(await drainOnce(device.db, portsOf(device))).toEqual({ nextAt: storedAt + 500 });
    expect(device.calls).toEqual([]);
    for (const [ms, isLeft] of [
      [1_499, true],
      [1_500, false],
      [-1_499, true],
      [-1_500, false],
    ] as const) {
      device.clock.now = storedAt + ms;
      expect(await waits(), `${ms} ms after`).toBe(isLeft);
    }
    device.clock.now = storedAt + 1_500;
    await drainOnce(device.db, portsOf(device));
    expect(device.calls).toHaveLength(1);
  });

  it('is not waited for after an earlier attempt, with an open key here, or with its person signed in', async () => {
    const opId = await storePurchase(device.db);
    expect(await waits()).toBe(true);
    expect(await waits({ isOpen: true })).toBe(false);
    expect(await waits({ maySend: true })).toBe(false);
    await updateStatus(device.db, opId, { attempts: 1 });
    expect(await waits()).toBe(false);
  });

  it('must belong to a person with a key', async () => {
    await storePurchase(device.db, { operatorId: randomUUID() });
    expect(await waits()).toBe(false);
    await keepPerson(rosalba, { pin: { salt: 's', tag: 't', rounds: 1 } });
    await storePurchase(device.db);
    expect(await waits(), 'a PIN of before there were keys').toBe(false);
  });

  it('is waited for while one of several lacks the signature', async () => {
    const [first, second] = [await storePurchase(device.db), await storePurchase(device.db)];
    await signedBy(first, { operator });
    expect(await waits(), 'nothing of the second').toBe(true);
    await signedBy(second, {});
    expect(await waits(), 'the device alone').toBe(true);
    await signedBy(second, { operator });
    expect(await waits()).toBe(false);
  });
});

import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeEnrolment, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readLimits, readSyncStatus, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { handleDeviceRefused, handleSyncResponse, troubleOf } from '#src/client/sync/handle-sync-response.ts';
import { toAmount } from '#src/protocol/brands.ts';
import {
  type EnrolledDevice,
  limits,
  makeIssuer,
  openEnrolledDevice,
  portsOf,
} from '#tests/support/device/enrolled-device.ts';
import { storePurchase } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const refused = (
  status: number,
  code: 'DEVICE_REVOKED' | 'VALIDATION' | 'TOO_MANY_REQUESTS' | 'CLIENT_TOO_OLD' | 'UNAVAILABLE',
) =>
  ({
    kind: 'refused',
    status,
    code,
    message: '',
    fields: {},
    opId: undefined,
    retryAfterMs: 1_000,
  }) as const;

describe('a call of /sync without an answer', () => {
  it.each([
    ['network', 'offline'],
    ['timeout', 'offline'],
    ['not-ours', 'offline'],
    ['server', 'busy'],
  ] as const)('unreachable by %s is %s', (reason, kind) => {
    expect(troubleOf({ kind: 'unreachable', reason, retryAfterMs: undefined }).kind).toBe(kind);
  });

  it.each([
    [401, 'DEVICE_REVOKED', 'device'],
    [403, 'VALIDATION', 'device'],
    [429, 'TOO_MANY_REQUESTS', 'busy'],
    [426, 'CLIENT_TOO_OLD', 'busy'],
    [503, 'VALIDATION', 'busy'],
    [400, 'VALIDATION', 'batch'],
    [401, 'VALIDATION', 'device'],
    [400, 'DEVICE_REVOKED', 'device'],
    [429, 'VALIDATION', 'busy'],
    [400, 'TOO_MANY_REQUESTS', 'busy'],
    [400, 'UNAVAILABLE', 'busy'],
  ] as const)('%i %s concerns the %s', (status, code, kind) => {
    expect(troubleOf(refused(status, code)).kind).toBe(kind);
  });
});

describe("the rest of the server's answer", () => {
  const issuer = forSuite(makeIssuer);
  const device = forEachTest(() => openEnrolledDevice(issuer));
  beforeEach(async () => {
    await updateSyncStatus(device.db, { listAsOf: 5, fullListAsOf: 4, isPullOwed: false });
  });
  const drain = async (answer: EnrolledDevice['answer'], more: object = {}) => {
    await storePurchase(device.db);
    device.answer = answer;
    const links: string[] = [];
    const { serve } = device;
    device.serve = async (request) => {
      const outcome = await serve(request);
      return outcome.kind === 'ok' ? { ...outcome, data: { ...outcome.data, ...more } } : outcome;
    };
    await device.drain({ onLink: (link) => links.push(link) });
    device.serve = serve;
    return links;
  };

  it('is stored: limits, people, names, and the total sent without a session', async () => {
    await device.db.serverConfig.delete('limits');
    const operators = [{ _id: device.stallId, ownerName: 'Luz Marina', status: 'APROBADO' }];
    expect(await drain({ name: 'Otra', unsignedTotal: toAmount(700) }, { operators })).toContain('online');
    expect(await readLimits(device.db)).toEqual(limits);
    expect(await device.db.operators.get(device.stallId)).toMatchObject({ ownerName: 'Luz Marina' });
    expect(await readEnrolment(device.db)).toMatchObject({ name: 'Otra', unsignedTotal: 700, trouble: '' });
    await drain({});
    expect(await readEnrolment(device.db)).toMatchObject({ unsignedTotal: 0 });
  });

  it('with a new epoch makes the stored list worthless', async () => {
    await drain({});
    expect(await device.db.serverConfig.get('epoch')).toBeUndefined();
    await drain({}, { epoch: 3 });
    expect((await readSyncStatus(device.db)).isPullOwed).toBe(false);
    await drain({}, { epoch: 4 });
    expect((await readSyncStatus(device.db)).isPullOwed).toBe(true);
    expect(await device.db.serverConfig.get('epoch')).toMatchObject({ number: 4 });
  });

  it('changes nothing when a page reads it after a later answer (seed 1136041526)', async () => {
    const { db } = device;
    const enrolment = await readEnrolment(db);
    if (!enrolment) throw new Error('the device is not enrolled');
    const start = device.clock.now;
    const hear = async (sentMs: number, serverMs: number, version: number): Promise<boolean> => {
      device.answer = { missing: [version] };
      const outcome = await device.serve({ entries: [], journal: { lastSeq: 0 } } as never);
      if (outcome.kind !== 'ok') throw new Error('the device was not answered');
      const serverTime = new Date(start + serverMs).toISOString();
      const answer = { ...outcome.data, serverTime, limits: { ...limits, version } };
      const steady = { since: 0, ms: sentMs };
      const trip = { sentAt: start + sentMs, receivedAt: start + 72_000_000, tookMs: 72_000_000, steady };
      return handleSyncResponse(db, portsOf(device), enrolment, { answer, trip });
    };
    const stored = async () => [
      (await readLimits(db))?.version,
      (await readEnrolment(db))?.missing,
      (await readSyncStatus(db)).reportedAt - start,
    ];
    expect(await hear(9_000, 9_500, 3)).toBe(true);
    expect(await hear(1_000, 1_500, 2)).toBe(false);
    expect(await stored()).toEqual([3, [3], 9_000]);
    // Two calls at once may be answered in either order.
    expect(await hear(8_000, 9_500, 4)).toBe(true);
    expect(await stored()).toEqual([4, [4], 8_000]);
    // A server's clock that was set back silences nothing.
    expect(await hear(8_000, 2_000, 5)).toBe(true);
    expect(await stored()).toEqual([5, [5], 8_000]);
  });

  it('leaves the numbers that a later answer requested, and takes its results (seed 1136041526)', async () => {
    await updateSyncStatus(device.db, {
      reportedAt: device.clock.now + 1,
      heardAsOf: device.clock.now + 86_400_000,
    });
    await changeEnrolment(device.db, { missing: [7] });
    const opId = await storePurchase(device.db);
    device.answer = { missing: [] };
    await device.drain();
    expect((await readEnrolment(device.db))?.missing).toEqual([7]);
    expect((await device.status(opId)).state).toBe('accepted');
  });

  it('leaves the caches of a device whose call is rejected for another reason than a revocation', async () => {
    const links: string[] = [];
    const ports = { ...portsOf(device), onLink: (link: string) => links.push(link) };
    await handleDeviceRefused(device.db, ports, 'DEVICE_PROOF_INVALID');
    expect(await readEnrolment(device.db)).toMatchObject({
      state: 'active',
      trouble: 'DEVICE_PROOF_INVALID',
    });
    expect([device.forgotten, links]).toEqual([0, ['online']]);
  });
});

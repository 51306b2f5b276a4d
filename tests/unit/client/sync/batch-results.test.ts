import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeEnrolment, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readSyncStatus, updateSyncStatus } from '#src/client/local/device/server-config.ts';
import type { CopyRecord } from '#src/client/local/second/copy-records.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { copyInto } from '#tests/support/browser/copy-of-tab.ts';
import { makeIssuer, openEnrolledDevice, refused } from '#tests/support/device/enrolled-device.ts';
import { unreachable } from '#tests/support/device/sync-ports.ts';
import { storeAcceptance, storedAt, storePurchase } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const device = forEachTest(() => openEnrolledDevice(issuer));
let kept: CopyRecord[];
let links: string[];
let progress: Parameters<SyncPorts['onProgress']>[0][];
beforeEach(async () => {
  device.clock.now = storedAt;
  [kept, links, progress] = [[], [], []];
  device.secondCopy = copyInto(kept);
  await updateSyncStatus(device.db, { isReportOwed: false, isPullOwed: false });
});

const drain = (own: Partial<SyncPorts> = {}) =>
  device.drain({ onLink: (link) => links.push(link), onProgress: (now) => progress.push(now), ...own });
const say = (result: Partial<SyncResult>) => {
  device.results = () => result;
};
const seqs = () =>
  device.calls.map(({ entries }) => entries.map(({ envelope }) => (envelope as Envelope).seq));
const statusOf = (opId: OpId) => device.status(opId);

describe('the results of a batch', () => {
  it.each([
    ['again', { state: 'again' }, 'server', 0],
    [
      'again, with a reason',
      { state: 'again', refusal: { code: 'UNAVAILABLE', message: '' } },
      'UNAVAILABLE',
      0,
    ],
    ['unreadable', { state: 'unreadable' }, 'newer-version', 60 * 60_000],
    ['accepted without its receipt', { state: 'accepted', purchase: undefined }, 'server', 0],
  ] as const)(
    'leave the operation to be sent again, with the reason, after %s',
    async (_what, result, lastError, waitMs) => {
      say(result as Partial<SyncResult>);
      const opId = await storePurchase(device.db);
      await drain();
      const status = await statusOf(opId);
      expect(status).toMatchObject({ state: 'pending', attempts: 1, lastError, changedAt: storedAt });
      expect(status.nextAttemptAt).toBe(storedAt + Math.max(3_000, waitMs));
    },
  );

  it('leave an operation without a result to be sent again', async () => {
    const opId = await storePurchase(device.db);
    const { serve } = device;
    device.serve = async (request) => {
      const outcome = await serve(request);
      return outcome.kind === 'ok' ? { ...outcome, data: { ...outcome.data, results: [] } } : outcome;
    };
    await drain();
    expect(await statusOf(opId)).toMatchObject({ state: 'pending', attempts: 1, lastError: 'server' });
    expect(kept.filter(({ t }) => t === 'result')).toEqual([]);
  });

  it.each([
    ['waiting-top-up', 60_000],
    ['in-review', 600_000],
  ] as const)('make %s due for a query after %i ms, and not before', async (state, afterMs) => {
    say({ state, missing: 12_500 as never });
    const opId = await storePurchase(device.db);
    await drain();
    expect(await statusOf(opId)).toMatchObject({ state, nextAttemptAt: storedAt + afterMs });
    device.clock.now += afterMs - 1;
    await drain();
    expect(device.calls).toHaveLength(1);
    device.clock.now += 1;
    say({});
    await drain();
    expect(seqs()).toEqual([[1], [1]]);
    expect((await statusOf(opId)).state).toBe('accepted');
  });

  it('are in the second copy when they settle something', async () => {
    const [first, second] = [await storePurchase(device.db), await storePurchase(device.db)];
    const third = await storePurchase(device.db);
    device.results = ({ opId }) => ({
      state: opId === first ? 'in-review' : opId === second ? 'unreadable' : 'again',
    });
    await drain();
    expect(kept.flatMap((record) => (record.t === 'result' ? [record.result.opId] : []))).toEqual([first]);
    expect(third).not.toBe(second);
    const written = vi.spyOn(device.secondCopy, 'keep');
    say({ state: 'again' });
    device.clock.now += 3_600_000;
    await drain();
    expect(device.calls).toHaveLength(2);
    expect(written, 'nothing was settled').not.toHaveBeenCalled();
  });

  it('make a new balance list due after an acceptance that is settled, and after nothing else', async () => {
    const isOwed = async () => (await readSyncStatus(device.db)).isPullOwed;
    const sale = await storePurchase(device.db);
    await drain();
    expect(await isOwed()).toBe(false);
    await storeAcceptance(device.db, sale);
    say({ state: 'again' });
    await drain();
    expect(await isOwed()).toBe(false);
    say({});
    device.clock.now += 3_600_000;
    await drain();
    expect(await isOwed()).toBe(true);
  });

  it('remove only answered numbers from those to show', async () => {
    await storePurchase(device.db);
    await storePurchase(device.db);
    await changeEnrolment(device.db, { toShow: [1, 2, 7] });
    device.results = ({ seq }) => (seq === 2 ? { state: 'again' } : {});
    await drain();
    expect((await readEnrolment(device.db))?.toShow).toEqual([2, 7]);
  });

  it('make a report due after new operations, and not after repeated ones', async () => {
    await storePurchase(device.db);
    await drain();
    expect((await readSyncStatus(device.db)).isReportOwed).toBe(true);
    await updateSyncStatus(device.db, { isReportOwed: false });
    await changeEnrolment(device.db, { missing: [1] });
    await drain();
    expect(seqs()).toEqual([[1], [1]]);
    expect((await readSyncStatus(device.db)).isReportOwed).toBe(false);
  });
});

describe('the drain while it sends', () => {
  it("reports its version and its list's age", async () => {
    await updateSyncStatus(device.db, { listAsOf: 5 });
    await storePurchase(device.db);
    await drain();
    expect(device.calls[0]?.health).toEqual({ appVersion: 'test', storage: 'persistent', snapshotAsOf: 5 });
  });

  it('shows its progress, and at the end that it is done', async () => {
    for (let sales = 0; sales < 3; sales += 1) await storePurchase(device.db);
    await drain({ batchSize: 2 });
    expect(progress).toEqual([{ done: 0, total: 3 }, { done: 2, total: 3 }, null]);
    expect(links).toContain('online');
  });

  it.each([
    ['offline', unreachable, 'network'],
    ['online', refused('TOO_MANY_REQUESTS', 429), 'TOO_MANY_REQUESTS'],
    ['online', refused('INTERNAL', 500), 'INTERNAL'],
  ] as const)('says that the link is %s by what came of it', async (link, outcome, lastError) => {
    const opId = await storePurchase(device.db);
    device.outcomes = [outcome];
    await drain();
    expect(links).toEqual([link]);
    expect(await statusOf(opId)).toMatchObject({ state: 'pending', attempts: 1, lastError });
  });

  it('reports a lost link once that is stored, so that a link that has returned makes the stored operations due', async () => {
    const opId = await storePurchase(device.db);
    device.outcomes = [unreachable];
    let written: ReturnType<typeof statusOf> | undefined;
    await drain({
      onLink: () => {
        written = statusOf(opId);
      },
    });
    expect(await written).toMatchObject({ state: 'pending', attempts: 1, lastError: 'network' });
  });

  it('waits as long as a busy server requests', async () => {
    const opId = await storePurchase(device.db);
    device.outcomes = [{ ...refused('TOO_MANY_REQUESTS', 429), retryAfterMs: 90_000 as never }];
    await drain();
    expect((await statusOf(opId)).nextAttemptAt).toBe(storedAt + 90_000);
  });

  it('sends a missing number again with its seal, in order, and leaves backed-off operations', async () => {
    await storePurchase(device.db);
    const second = await storePurchase(device.db);
    await storePurchase(device.db);
    const seal = { epoch: 1, position: 1, kid: 'k', mac: 'm' };
    device.results = () => ({ seal });
    await drain();
    await device.db.statuses.update(second, { state: 'pending', nextAttemptAt: storedAt + 60_000 });
    await storePurchase(device.db);
    await changeEnrolment(device.db, { missing: [3, 2, 1] });
    device.calls.length = 0;
    await drain();
    expect(seqs()).toEqual([[1, 3, 4]]);
    const shown = device.calls[0]?.entries.map(({ sealed }) => sealed);
    expect(shown).toEqual([{ state: 'accepted', seal }, { state: 'accepted', seal }, undefined]);
  });

  it('marks open operations as being sent, and leaves recorded ones', async () => {
    say({ state: 'in-review' });
    const recorded = await storePurchase(device.db);
    await drain();
    device.clock.now += 600_000;
    await storePurchase(device.db);
    const during: string[] = [];
    const { serve } = device;
    device.serve = async (request) => {
      during.push(...(await device.db.statuses.orderBy('seq').toArray()).map(({ state }) => state));
      return serve(request);
    };
    await drain();
    expect(during).toEqual(['in-review', 'sending']);
    expect((await statusOf(recorded)).state).toBe('in-review');
  });
});

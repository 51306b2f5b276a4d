import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeEnrolment, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { askAfterMs } from '#src/client/local/outbox/unaccepted.ts';
import { drainOnce } from '#src/client/sync/drain.ts';
import type { SyncPorts } from '#src/client/sync/ports.ts';
import { syncRequest } from '#src/client/sync/sync-call.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { makeIssuer, openEnrolledDevice, portsOf, refused } from '#tests/support/device/enrolled-device.ts';
import { unreachable } from '#tests/support/device/sync-ports.ts';
import { newId, storedAt, storePurchase } from '#tests/support/market/stored-operations.ts';
import { forEachTest, forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
const device = forEachTest(() => openEnrolledDevice(issuer));
beforeEach(() => {
  device.clock.now = storedAt;
});

async function sell(count: number): Promise<OpId[]> {
  const ids: OpId[] = [];
  for (let sales = 0; sales < count; sales += 1) ids.push(await storePurchase(device.db));
  return ids;
}

/** Journal numbers in each call. */
const callsMade = (): number[][] =>
  device.calls.map(({ entries }) => entries.map(({ envelope }) => (envelope as Envelope).seq));
const states = () =>
  device.db.statuses
    .orderBy('seq')
    .toArray()
    .then((rows) => rows.map(({ state }) => state));

describe('the journal of an enrolled device', () => {
  it('is sent in order, one batch per call, with the next batch ready before the answer', async () => {
    await sell(5);
    const sign = vi.fn(portsOf(device).sign);
    const { serve } = device;
    device.serve = async (request) => {
      const made = device.calls.length + 1;
      const ready = Math.min(5, 2 * made + 2);
      // One batch is on its way and one is ready; the answered one is being stored.
      const isReady = async () => {
        const now = await states();
        return now.slice(2 * made - 2, ready).every((state) => state === 'sending') && now;
      };
      expect(await vi.waitUntil(isReady)).toHaveLength(5);
      return serve(request);
    };
    const ports: SyncPorts = { ...portsOf(device), sign, batchSize: 2 };
    const { nextAt } = await drainOnce(device.db, ports);
    expect(callsMade()).toEqual([[1, 2], [3, 4], [5]]);
    expect(await states()).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'accepted']);
    expect(nextAt).toBeNull();
    expect(sign, 'five operations and three calls').toHaveBeenCalledTimes(8);
  });

  it('names in each call everything without an answer, with the start of its hash', async () => {
    await sell(3);
    await device.drain({ batchSize: 2 });
    const envelopes = await device.db.envelopes.orderBy('seq').toArray();
    const named = envelopes.map((envelope) => [envelope.seq, (envelope as Envelope).hash.slice(0, 24)]);
    expect(device.calls[0]?.written).toEqual(named);
    const enrolment = await readEnrolment(device.db);
    if (!enrolment) throw new Error('not enrolled');
    expect(await syncRequest(device.db, portsOf(device), enrolment, [])).not.toHaveProperty('written');
  });

  it("queries once per run, even when the device's clock advances meanwhile", async () => {
    await sell(2);
    device.results = () => ({ state: 'again' });
    const { clock } = portsOf(device);
    await device.drain({ clock: { ...clock, now: () => (device.clock.now += 3_600_000) } });
    expect(callsMade()).toEqual([[1, 2]]);
  });

  it('halves a batch before sending the next one, larger half first', async () => {
    await sell(3);
    device.outcomes = [refused('INTERNAL', 500)];
    await device.drain();
    expect(callsMade()).toEqual([[1, 2, 3], [1, 2], [3]]);
    device.calls.length = 0;
    await sell(4);
    device.outcomes = [refused('INTERNAL', 500)];
    await device.drain({ batchSize: 2 });
    expect(callsMade()).toEqual([[4, 5], [4], [5], [6], [7]]);
  });

  it('stays unsent when the link fails while a batch is being halved', async () => {
    await sell(2);
    device.outcomes = [refused('INTERNAL', 500), unreachable];
    const { nextAt } = await drainOnce(device.db, portsOf(device));
    const [first, second] = await device.db.statuses.orderBy('seq').toArray();
    expect(first).toMatchObject({ state: 'pending', attempts: 1, lastError: 'network' });
    expect(second).toMatchObject({ state: 'pending', attempts: 0, lastError: null, nextAttemptAt: 0 });
    expect(nextAt).toBe(storedAt + 1_000);
  });

  it('takes over operations that a killed tab left as "sending", and shows final ones', async () => {
    const [first] = await sell(2);
    await device.drain();
    const [left] = await sell(1);
    const nextAttemptAt = storedAt + 60_000;
    await device.db.statuses.update(left ?? newId(), { state: 'sending', nextAttemptAt });
    await device.db.statuses.update(first ?? newId(), { nextAttemptAt });
    await changeEnrolment(device.db, { missing: [1] });
    device.calls.length = 0;
    await device.drain();
    expect(callsMade()).toEqual([[1, 3]]);
  });

  it('leaves out operations of a newer app version, even when the server requests them', async () => {
    const [first] = await sell(2);
    await device.drain();
    await device.db.envelopes.put({ v: 9, opId: first ?? newId(), seq: 1 });
    await changeEnrolment(device.db, { missing: [1, 2] });
    device.calls.length = 0;
    await device.drain();
    expect(callsMade()).toEqual([[2]]);
  });

  it.each([
    ['nobody is reached', unreachable],
    ['the server is busy', refused('TOO_MANY_REQUESTS', 429)],
    ['the server does not take this device', refused('DEVICE_REVOKED', 403)],
  ])(
    'is left as unsent when it stops because %s, also what was made ready and never sent',
    async (_why, outcome) => {
      await sell(3);
      device.outcomes = [outcome];
      await device.drain({ batchSize: 1 });
      expect(callsMade()).toEqual([[1]]);
      expect(await states()).toEqual(['pending', 'pending', 'pending']);
      const [first, second] = await device.db.statuses.orderBy('seq').toArray();
      expect(second?.attempts).toBe(0);
      expect(first?.nextAttemptAt).toBeGreaterThan(storedAt);
    },
  );

  it('is not sent forever to a server that keeps naming the same missing number', async () => {
    await sell(2);
    device.answer = { missing: [1] };
    await device.drain();
    const made = device.calls.length;
    expect(made).toBeLessThanOrEqual(2);
    await device.drain();
    await device.drain();
    expect(device.calls).toHaveLength(made);
    expect((await readEnrolment(device.db))?.missing).toEqual([]);
  });

  it('is shown once more, with its seals, to a restored server, however old', async () => {
    const ids = await sell(4);
    await device.drain();
    device.calls.length = 0;
    const rows = ids.map((opId, index) => ({
      opId,
      seq: index + 1,
      hash: 'h',
      state: index < 2 ? ('refused' as const) : ('accepted' as const),
      seal: { epoch: 1, position: index, kid: 'k', mac: 'm' },
      epoch: 1,
      position: index,
      storedAt: Date.parse('2026-09-21T12:00:00Z'),
    }));
    await device.db.sealed.bulkPut(rows);
    // The second one was handed over all the same: its acceptance is requested separately.
    const withAcceptance = ids[1] ?? newId();
    await device.db.statuses.update(withAcceptance, { offline: { kind: 'accepted', opId: newId() } });
    device.answer = { missing: [] };
    device.epoch = 2;
    await sell(1);
    await device.drain();
    await device.drain();
    await device.drain();
    expect(callsMade()).toEqual([[5], [1, 3, 4]]);
    expect(device.calls[1]?.entries.every(({ sealed }) => sealed !== undefined)).toBe(true);
  });

  it('is halved around the operation at which the server fails, which then waits alone', async () => {
    const ids = await sell(4);
    const bad = ids[2] ?? newId();
    const { serve } = device;
    device.serve = (request) => {
      const isBad = request.entries.some(({ envelope }) => (envelope as Envelope).opId === bad);
      if (isBad) device.outcomes = [refused('INTERNAL', 500)];
      return serve(request);
    };
    await device.drain();
    expect(callsMade()).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]]);
    expect(await states()).toEqual(['accepted', 'accepted', 'pending', 'accepted']);
    expect(await device.status(bad)).toMatchObject({ attempts: 1, lastError: 'INTERNAL' });
  });

  it('stops after three single operations in a row fail at the server, whose fault it is', async () => {
    await sell(6);
    device.outcomes = Array.from({ length: 20 }, () => refused('INTERNAL', 500));
    await device.drain({ batchSize: 1 });
    expect(callsMade()).toEqual([[1], [2], [3]]);
    expect(await states()).toEqual(Array.from({ length: 6 }, () => 'pending'));
  });

  it('includes operations written while it sends', async () => {
    await sell(1);
    const { serve } = device;
    device.serve = async (request) => {
      device.serve = serve;
      await sell(1);
      return serve(request);
    };
    await device.drain();
    expect(callsMade()).toEqual([[1], [2]]);
    expect(await states()).toEqual(['accepted', 'accepted']);
  });

  it('leaves an old operation from before the enrolment until its person confirms it', async () => {
    const [before] = await sell(1);
    await changeEnrolment(device.db, { start: { lastSeq: 1, headHash: 'h' } });
    await sell(1);
    device.clock.now += askAfterMs + 1;
    expect((await drainOnce(device.db, portsOf(device))).nextAt).toBeNull();
    expect(callsMade()).toEqual([[2]]);
    await device.commands.retry(before ?? newId());
    await device.drain();
    expect(callsMade()).toEqual([[2], [1]]);
  });

  it('stores each signature: a batch that is sent again is unchanged', async () => {
    await sell(2);
    device.outcomes = [unreachable];
    await device.drain();
    device.clock.now += 3_600_000;
    await device.drain();
    const [before, after] = device.calls;
    expect(after?.entries).toEqual(before?.entries);
  });
});

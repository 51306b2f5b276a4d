import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { changeRescued, keepRescued, unsentRescued } from '#src/client/local/outbox/rescue.ts';
import type { CopyRecord } from '#src/client/local/second/copy-records.ts';
import { drainOnce } from '#src/client/sync/drain.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { copyInto } from '#tests/support/browser/copy-of-tab.ts';
import {
  type EnrolledDevice,
  makeIssuer,
  openEnrolledDevice,
  portsOf,
  refused,
} from '#tests/support/device/enrolled-device.ts';
import { unreachable } from '#tests/support/device/sync-ports.ts';
import { storePurchase, storedAt } from '#tests/support/market/stored-operations.ts';
import { forSuite } from '#tests/support/suite.ts';

const issuer = forSuite(makeIssuer);
let device: EnrolledDevice;
let authors: EnrolledDevice[];

beforeEach(async () => {
  device = await openEnrolledDevice(issuer);
  device.clock.now = storedAt;
  authors = [await openEnrolledDevice(issuer), await openEnrolledDevice(issuer)];
  for (const author of authors) {
    for (let sales = 0; sales < 3; sales += 1) await storePurchase(author.db);
    const file = JSON.stringify(await author.commands.exportOutbox());
    expect(await device.commands.importOutbox(file)).toMatchObject({ fresh: 3 });
  }
});

const seqsOf = (call: EnrolledDevice['calls'][number]) =>
  call.entries.map(({ envelope }) => (envelope as Envelope).seq);
const authorsOf = (call: EnrolledDevice['calls'][number]) => [
  ...new Set(call.entries.map(({ envelope }) => (envelope as Envelope).deviceId)),
];
const states = async () => (await device.db.rescued.toArray()).map(({ state }) => state);

describe("other devices' operations", () => {
  it('are delivered one author per call, in its order, and settled one by one', async () => {
    await device.drain();
    expect(device.calls.map(seqsOf)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(device.calls.flatMap(authorsOf).toSorted()).toEqual(authors.map(({ id }) => id).toSorted());
    expect(await states()).toEqual(Array.from({ length: 6 }, () => 'accepted'));
    await device.drain();
    expect(device.calls).toHaveLength(2);
  });

  it("need no more calls than full batches, and report each author's progress", async () => {
    const progress: unknown[] = [];
    await device.drain({ batchSize: 1, onProgress: (now) => progress.push(now) });
    expect(device.calls).toHaveLength(6);
    const ofOne = [0, 1, 2].map((done) => ({ done, total: 3 }));
    expect(progress).toEqual([...ofOne, ...ofOne, null]);
  });

  it("apply the rest of the server's answer, are copied with it, and leave no task", async () => {
    const kept: CopyRecord[] = [];
    const links: string[] = [];
    device.secondCopy = copyInto(kept);
    const ports = { ...portsOf(device), onLink: (link: string) => links.push(link) };
    device.answer = { name: 'Tableta 8' };
    expect(await drainOnce(device.db, ports)).toMatchObject({ nextAt: null });
    expect((await readEnrolment(device.db))?.name).toBe('Tableta 8');
    expect([kept.filter(({ t }) => t === 'result').length, new Set(links)]).toEqual([6, new Set(['online'])]);
    expect((await device.db.rescued.toArray())[0]).toMatchObject({ lastError: null, message: '' });
  });

  it('follow the own journal, and are not sent when that was stopped', async () => {
    await storePurchase(device.db);
    device.outcomes = [unreachable];
    await device.drain();
    expect(device.calls).toHaveLength(1);
    device.clock.now += 3_600_000;
    await device.drain();
    expect(device.calls.map(({ entries }) => entries.length)).toEqual([1, 1, 3, 3]);
  });

  it.each([
    ['nobody is reached', unreachable, 'network', ['offline']],
    ['the server is busy', refused('TOO_MANY_REQUESTS', 429), 'TOO_MANY_REQUESTS', []],
    ['the server fails', refused('INTERNAL', 500), 'INTERNAL', []],
  ])('wait with their reason when %s, and the next author too', async (_when, outcome, lastError, said) => {
    const links: string[] = [];
    device.outcomes = [outcome];
    await device.drain({ onLink: (link) => links.push(link) });
    expect(links).toEqual(said);
    expect(device.calls).toHaveLength(1);
    const rows = await unsentRescued(device.db);
    expect(rows.map((row) => [row.attempts, row.lastError])).toEqual([
      ...Array.from({ length: 3 }, () => [1, lastError]),
      ...Array.from({ length: 3 }, () => [0, null]),
    ]);
    for (const { nextAttemptAt } of rows.slice(0, 3)) expect(nextAttemptAt).toBe(storedAt + 3_000);
    const { nextAt } = await drainOnce(device.db, portsOf(device));
    expect(device.calls, 'the other author, and nobody twice').toHaveLength(2);
    expect(device.calls.flatMap(authorsOf).toSorted()).toEqual(authors.map(({ id }) => id).toSorted());
    expect(nextAt).toBe(storedAt + 3_000);
  });

  it.each([
    ['nothing', null, 'server'],
    ['to send it again', { state: 'again' }, 'server'],
    ['why not now', { state: 'again', refusal: { code: 'UNAVAILABLE', message: '' } }, 'UNAVAILABLE'],
    ['that it cannot read it', { state: 'unreadable' }, 'server'],
  ] as const)('wait alone when the server answers %s for one of them', async (_what, said, lastError) => {
    device.results = ({ seq }) => (seq === 2 && said !== null ? said : {}) as Partial<SyncResult>;
    const { serve } = device;
    device.serve = async (request) => {
      const outcome = await serve(request);
      if (outcome.kind !== 'ok' || said !== null) return outcome;
      const seconds = request.entries.filter(({ envelope }) => (envelope as Envelope).seq === 2);
      const left = new Set(seconds.map(({ envelope }) => (envelope as Envelope).opId));
      return {
        ...outcome,
        data: { ...outcome.data, results: outcome.data.results.filter(({ opId }) => !left.has(opId)) },
      };
    };
    await device.drain();
    const rows = await unsentRescued(device.db);
    expect(rows.map((row) => [row.seq, row.attempts, row.lastError])).toEqual([
      [2, 1, lastError],
      [2, 1, lastError],
    ]);
    expect(await states()).toEqual(expect.arrayContaining(['accepted', 'pending']));
  });

  it("keep their refusal's sentence, and are queried again while a manager decides", async () => {
    device.results = ({ seq }) =>
      seq === 1
        ? { state: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE', message: 'No alcanza.' } }
        : { state: 'in-review' };
    await device.drain();
    const rows = await device.db.rescued.toArray();
    const [first, second] = [1, 2].map((place) => rows.find(({ seq }) => seq === place));
    expect(first).toMatchObject({
      state: 'refused',
      message: 'No alcanza.',
      lastError: 'INSUFFICIENT_BALANCE',
    });
    expect(second).toMatchObject({ state: 'in-review', nextAttemptAt: storedAt + 10 * 60_000 });
    device.results = () => ({});
    device.clock.now += 10 * 60_000;
    await device.drain();
    expect(new Set(await states())).toEqual(new Set(['refused', 'accepted']));
  });
});

describe('imported operations', () => {
  it('are read by author and in its order, whatever their ids', async () => {
    await device.db.rescued.clear();
    const rows = [
      ['b', 10, '1'],
      ['a', 9, '2'],
      ['b', 9, '3'],
      ['a', 10, '4'],
    ] as const;
    for (const [deviceId, seq, opId] of rows)
      await device.db.rescued.put({ deviceId, seq, opId, state: 'pending' } as never);
    expect((await unsentRescued(device.db)).map(({ opId }) => opId)).toEqual(['2', '4', '3', '1']);
    await changeRescued(device.db, 'none' as never, { state: 'refused' });
    expect(await device.db.rescued.count()).toBe(4);
  });

  it('never change once settled, and missing ones are not created', async () => {
    await device.drain();
    const [row] = await device.db.rescued.toArray();
    if (!row) throw new Error('nothing was taken over');
    await changeRescued(device.db, row.opId, { state: 'pending' });
    expect(await states()).not.toContain('pending');
    expect(await keepRescued(device.db, [row])).toBe(0);
  });
});

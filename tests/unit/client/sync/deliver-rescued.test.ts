import 'fake-indexeddb/auto';
import '#tests/support/browser-globals.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeRescued, keepRescued, listRescued, rescuedIn } from '#src/client/local/rescue.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import {
  type EnrolledDevice,
  makeIssuer,
  openEnrolledDevice,
  refused,
} from '#tests/support/enrolled-device.ts';
import { storePurchase, storedAt } from '#tests/support/stored-operations.ts';
import { unreachable } from '#tests/support/sync-ports.ts';

let issuer: Awaited<ReturnType<typeof makeIssuer>>;
let device: EnrolledDevice;
let authors: EnrolledDevice[];

beforeAll(async () => {
  issuer = await makeIssuer();
});
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
const states = async () => (await listRescued(device.db)).map(({ state }) => state);

describe('operations of other devices', () => {
  it('are delivered one author a call, in its order, and settled one by one', async () => {
    await device.drain();
    expect(device.calls.map(seqsOf)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(device.calls.map(authorsOf).flat().toSorted()).toEqual(authors.map(({ id }) => id).toSorted());
    expect(await states()).toEqual(Array.from({ length: 6 }, () => 'accepted'));
    await device.drain();
    expect(device.calls).toHaveLength(2);
  });

  it('are delivered in batches that the server takes', async () => {
    await device.drain({ batchSize: 2 });
    expect(device.calls.map(seqsOf)).toEqual([[1, 2], [3], [1, 2], [3]]);
  });

  it('go after the own journal, and not at all when that was stopped', async () => {
    await storePurchase(device.db);
    device.outcomes = [unreachable];
    await device.drain();
    expect(device.calls).toHaveLength(1);
    device.clock.now += 3_600_000;
    await device.drain();
    expect(device.calls.map(({ entries }) => entries.length)).toEqual([1, 1, 3, 3]);
  });

  it.each([
    ['nobody is reached', unreachable, 'network'],
    ['the server is busy', refused('TOO_MANY_REQUESTS', 429), 'TOO_MANY_REQUESTS'],
    ['the server fails', refused('INTERNAL', 500), 'INTERNAL'],
  ])('wait with their reason when %s, and the next author too', async (_when, outcome, lastError) => {
    device.outcomes = [outcome];
    await device.drain();
    expect(device.calls).toHaveLength(1);
    const rows = await rescuedIn(device.db, ['pending']);
    expect(rows.map((row) => [row.attempts, row.lastError])).toEqual([
      ...Array.from({ length: 3 }, () => [1, lastError]),
      ...Array.from({ length: 3 }, () => [0, null]),
    ]);
    for (const { nextAttemptAt } of rows.slice(0, 3)) expect(nextAttemptAt).toBeGreaterThan(storedAt);
  });

  it('wait alone when the server has nothing to say of one of them', async () => {
    device.results = ({ seq }) => (seq === 2 ? { state: 'again' } : {});
    await device.drain();
    expect((await rescuedIn(device.db, ['pending'])).map(({ seq, attempts }) => [seq, attempts])).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });

  it('keep the sentence of their refusal, and are asked for again while somebody decides', async () => {
    device.results = ({ seq }) =>
      seq === 1
        ? { state: 'refused', refusal: { code: 'INSUFFICIENT_BALANCE', message: 'No alcanza.' } }
        : { state: 'in-review' };
    await device.drain();
    const [first, second] = await rescuedIn(device.db, ['refused', 'in-review']);
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

describe('what was taken over', () => {
  it('never changes again once it is settled, and nothing is made of what is not there', async () => {
    await device.drain();
    const [row] = await listRescued(device.db);
    if (!row) throw new Error('nothing was taken over');
    await changeRescued(device.db, row.opId, { state: 'pending' });
    expect(await states()).not.toContain('pending');
    expect(await keepRescued(device.db, [row])).toBe(0);
  });
});

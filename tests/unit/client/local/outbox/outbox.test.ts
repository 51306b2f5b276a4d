import { randomUUID } from 'node:crypto';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { getMany } from '#src/client/local/db/get-many.ts';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OperationStatus } from '#src/client/local/db/operation.ts';
import {
  hurryOperations,
  markSending,
  openOperations,
  operationsBySeq,
  readUnsent,
  updateStatus,
} from '#src/client/local/outbox/outbox.ts';
import { readJournal } from '#src/client/local/outbox/write-operation.ts';
import { finalStates, openStates, recordedStates } from '#src/operations/outcome.ts';
import { toOpId, toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { envelopeHash } from '#src/protocol/envelope.ts';
import { storedAt, storePurchase, storeTopUp } from '#tests/support/market/stored-operations.ts';

const nobody = toOpId('nobody');

let db: MoneyDb;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
});

const stateOf = async (opId: OpId) => (await db.statuses.get(opId))?.state;
const envelopesInOrder = () => db.envelopes.orderBy('seq').toArray();

describe('writing an operation', () => {
  it('gives it the next number, and chains it to the previous one', async () => {
    for (let sales = 0; sales < 3; sales += 1) await storePurchase(db);
    const chain = (await envelopesInOrder()).flatMap((stored) => ('hash' in stored ? [stored] : []));
    expect(chain.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(chain.map(({ prevHash }) => prevHash)).toEqual(['', chain[0]?.hash, chain[1]?.hash]);
    for (const envelope of chain) expect(envelopeHash(envelope)).toBe(envelope.hash);
    expect(await db.device.get('self')).toMatchObject({ lastSeq: 3, headHash: chain[2]?.hash });
  });

  it('changes nothing a second time under the same id, even with another amount', async () => {
    const opId = await storePurchase(db);
    await updateStatus(db, opId, { state: 'refused' });
    await storePurchase(db, { opId, price: 99 });
    expect(await db.envelopes.count()).toBe(1);
    expect(await db.envelopes.get(opId)).toMatchObject({ payload: { price: 12_500 } });
    expect(await stateOf(opId)).toBe('refused');
    expect(await readJournal(db)).toMatchObject({ lastSeq: 1 });
  });

  it('puts a sale on a voucher topped up here after its top-up, and any other after nothing', async () => {
    const voucherId = toVoucherId(randomUUID());
    const topUp = await storeTopUp(db, { voucherId });
    const [own, other] = [await storePurchase(db, { voucherId }), await storePurchase(db)];
    expect(await db.envelopes.get(own)).toMatchObject({ after: topUp });
    expect(await db.envelopes.get(other)).not.toHaveProperty('after');
  });

  it('writes all or nothing: without the status there is no envelope and no number', async () => {
    db.statuses.hook('creating', () => {
      throw new Error('disk full');
    });
    await expect(storePurchase(db)).rejects.toThrow('disk full');
    expect(await Promise.all([db.envelopes.count(), db.exposures.count(), db.device.count()])).toEqual([
      0, 0, 0,
    ]);
  });

  it('stores the latest moment and never lowers it', async () => {
    await db.device.put({
      id: 'self',
      deviceId: 'tablet',
      lastSeq: 0,
      headHash: '',
      clockOffset: 500,
      latestSeen: storedAt + 9_000,
    });
    await storePurchase(db);
    expect((await db.device.get('self'))?.latestSeen).toBe(storedAt + 9_000);
    await db.device.update('self', { latestSeen: 0 });
    await storePurchase(db);
    expect((await db.device.get('self'))?.latestSeen).toBe(storedAt + 500);
  });
});

describe('the status of an operation', () => {
  it.each(finalStates)('%s is permanent', async (state) => {
    const opId = await storePurchase(db);
    await updateStatus(db, opId, { state });
    for (const next of [...openStates, ...recordedStates, ...finalStates])
      expect(await updateStatus(db, opId, { state: next, message: 'no' })).toBe(false);
    expect(await db.statuses.get(opId)).toMatchObject({ state, message: '' });
  });

  it.each(recordedStates)('%s never becomes unsent again, but accepts other changes', async (state) => {
    const opId = await storePurchase(db);
    await updateStatus(db, opId, { state });
    for (const next of openStates) {
      expect(await updateStatus(db, opId, { state: next, attempts: 7 })).toBe(true);
      expect(await db.statuses.get(opId)).toMatchObject({ state, attempts: 7 });
    }
    await updateStatus(db, opId, { state: 'accepted' });
    expect(await stateOf(opId)).toBe('accepted');
  });

  it('of a missing operation cannot be changed', async () => {
    expect(await updateStatus(db, nobody, { state: 'accepted' })).toBe(false);
    expect(await db.statuses.count()).toBe(0);
  });

  it('becomes "sending" for those still open, and returns which', async () => {
    const [open, settled] = [await storePurchase(db), await storePurchase(db)];
    await updateStatus(db, settled, { state: 'accepted' });
    expect(await markSending(db, [open, settled, nobody])).toEqual(new Set([open]));
    expect([await stateOf(open), await stateOf(settled)]).toEqual(['sending', 'accepted']);
  });
});

describe('the link is back', () => {
  const spreadMs = 3_000;
  const hurry = (random: number) => hurryOperations(db, storedAt, spreadMs, () => random);
  const waiting = async (change: Partial<OperationStatus>): Promise<OpId> => {
    const opId = await storePurchase(db);
    await db.statuses.update(opId, { lastError: 'network', ...change });
    return opId;
  };
  const dueAt = async (opId: OpId) => (await db.statuses.get(opId))?.nextAttemptAt;

  it('and operations that waited for minutes are due within seconds, all at one moment', async () => {
    const ids = [
      await waiting({ nextAttemptAt: storedAt + 300_000 }),
      await waiting({ nextAttemptAt: storedAt + spreadMs + 1 }),
    ];
    await hurry(0.5);
    expect(await Promise.all(ids.map(dueAt))).toEqual([storedAt + 1_500, storedAt + 1_500]);
  });

  it('and operations that are due sooner keep their time', async () => {
    const soon = await waiting({ nextAttemptAt: storedAt + spreadMs });
    await hurry(0.1);
    expect(await dueAt(soon)).toBe(storedAt + spreadMs);
  });

  it.each(['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'server', 'newer-version', null] as const)(
    'and a delay that the server requested (%s) is kept',
    async (lastError) => {
      const asked = await waiting({ nextAttemptAt: storedAt + 60_000, lastError });
      await hurry(0);
      expect(await dueAt(asked)).toBe(storedAt + 60_000);
    },
  );

  it('and operations that need no sending are left alone', async () => {
    const ids = await Promise.all(
      (['waiting-sign-in', 'in-review', 'accepted'] as const).map((state) =>
        waiting({ state, nextAttemptAt: storedAt + 300_000 }),
      ),
    );
    await hurry(0);
    expect(await Promise.all(ids.map(dueAt))).toEqual(ids.map(() => storedAt + 300_000));
  });
});

describe('the operations to send', () => {
  it('are the open and undecided ones, oldest first, without settled ones', async () => {
    const ids: OpId[] = [];
    for (const state of [
      'in-review',
      'pending',
      'accepted',
      'waiting-sign-in',
      'waiting-top-up',
      'refused',
    ] as const) {
      const opId = await storePurchase(db);
      await updateStatus(db, opId, { state });
      ids.push(opId);
    }
    const { operations, enrolment, rescued } = await readUnsent(db);
    expect(operations.map(({ status }) => status.opId)).toEqual([ids[0], ids[1], ids[3], ids[4]]);
    expect([enrolment, rescued]).toEqual([null, []]);
    expect((await openOperations(db)).map(({ status }) => status.opId)).toEqual([ids[1], ids[3]]);
  });

  it('leave operations of a newer version in place, and show that they exist', async () => {
    const opId = await storePurchase(db);
    await db.envelopes.put({ v: 99, opId, seq: 1 });
    expect((await readUnsent(db)).operations).toEqual([]);
    expect(await openOperations(db)).toMatchObject([{ envelope: null, status: { opId } }]);
    expect(await db.envelopes.get(opId)).toEqual({ v: 99, opId, seq: 1 });
  });

  it('can be requested by number, in any state', async () => {
    const ids = [await storePurchase(db), await storePurchase(db), await storePurchase(db)];
    await updateStatus(db, ids[2] ?? nobody, { state: 'accepted' });
    const found = await operationsBySeq(db, [3, 1, 8]);
    expect(found.map(({ status }) => status.opId)).toEqual([ids[0], ids[2]]);
  });

  it('are counted and summed for the server: open ones, and their exposure', async () => {
    const [first] = [await storePurchase(db), await storePurchase(db), await storeTopUp(db)];
    await updateStatus(db, first, { state: 'in-review' });
    const { openCount, openSum, lastSeq } = await readJournal(db);
    expect({ openCount, openSum, lastSeq }).toEqual({ openCount: 3, openSum: 75_000, lastSeq: 3 });
  });
});

describe('many rows at once', () => {
  it('are the same rows in the same order, read one by one or as a whole table', async () => {
    const ids: OpId[] = [];
    for (let rows = 0; rows < 60; rows += 1) ids.push(await storePurchase(db));
    const wanted = fc.array(fc.constantFrom(...ids, nobody, toOpId('nobody either')), { maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(wanted, async (keys) => {
        expect(await getMany(db.labels, keys)).toEqual(await db.labels.bulkGet(keys));
      }),
      { numRuns: 40 },
    );
  });
});

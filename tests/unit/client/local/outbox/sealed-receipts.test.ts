import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { SealedRow } from '#src/client/local/db/rows.ts';
import {
  answeredBefore,
  heldReceipts,
  keepSealed,
  newestSealed,
  pruneSealed,
  withSealed,
} from '#src/client/local/outbox/sealed-receipts.ts';
import { toOpId } from '#src/protocol/brands.ts';
import { maxHeldReceipts } from '#src/protocol/recovery.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const keptMs = 90 * 86_400_000;
let db: MoneyDb;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
});

const row = (seq: number, own: Partial<SealedRow> = {}): SealedRow =>
  ({
    opId: toOpId(`op-${seq}`),
    seq,
    hash: `hash-${seq}`,
    state: 'accepted',
    seal: { epoch: 1, position: seq },
    epoch: 1,
    position: seq,
    storedAt: now - keptMs - 1,
    ...own,
  }) as SealedRow;
const held = async () =>
  (
    await db.sealed
      .orderBy('seq')
      .toArray()
      .catch(() => db.sealed.toArray())
  ).map(({ seq }) => seq);
const registration = { ownerName: 'Luz', identificacion: '1' };

describe('sealed receipts', () => {
  it('take the newer answer, and keep the customer that it no longer names', async () => {
    await keepSealed(db, []);
    await keepSealed(db, [row(1, { registration }), row(2)]);
    await keepSealed(db, [row(1, { position: 9 })]);
    expect(await db.sealed.get(toOpId('op-1'))).toMatchObject({ position: 9, registration });
    expect(await held()).toEqual([1, 2]);
  });

  it('are shown by the newest one of the newest epoch', async () => {
    expect(await newestSealed(db)).toBeUndefined();
    await keepSealed(db, [row(1, { epoch: 2, code: 'WITHDRAWN', state: 'refused' }), row(2), row(3)]);
    expect(await newestSealed(db)).toEqual({
      opId: 'op-1',
      hash: 'hash-1',
      state: 'refused',
      code: 'WITHDRAWN',
      seal: { epoch: 1, position: 1 },
    });
  });

  it('go with their entries, and with the customer when the entry names none', async () => {
    await keepSealed(db, [row(1), row(2, { registration }), row(3, { registration })]);
    const own = { ownerName: 'Eva', identificacion: '2' };
    const entries = [{ sig: 'a' }, { sig: 'b' }, { sig: 'c', registration: own }, { sig: 'd' }] as never;
    const ids = [1, 2, 3, 4].map((seq) => toOpId(`op-${seq}`));
    const sealed = (position: number) => ({ state: 'accepted', seal: { epoch: 1, position } });
    expect(await withSealed(db, entries, ids)).toEqual([
      { sig: 'a', sealed: sealed(1) },
      { sig: 'b', registration, sealed: sealed(2) },
      { sig: 'c', registration: own, sealed: sealed(3) },
      { sig: 'd' },
    ]);
  });

  it('are reported by number, the newest of the epoch that the device knows', async () => {
    const of = (epoch: number) => (seq: number) => row(seq, { epoch });
    await keepSealed(db, [
      ...[1, 2].map(of(1)),
      ...[3, 4].map(of(2)),
      row(5, { epoch: 2, state: 'refused' }),
    ]);
    expect(await heldReceipts(db, 2)).toEqual({ accepted: [4, 3], refused: [5] });
    expect(await heldReceipts(db, 3)).toEqual({ accepted: [], refused: [] });
    const many = Array.from({ length: maxHeldReceipts + 9 }, (_, at) => row(at + 10, { epoch: 4 }));
    await keepSealed(db, many);
    const { accepted } = await heldReceipts(db, 4);
    expect(accepted).toHaveLength(maxHeldReceipts);
    expect(accepted[0]).toBe(maxHeldReceipts + 18);
  });

  it('of earlier epochs are all shown once, however old, except sales accepted here', async () => {
    const old = { storedAt: now - 60 * 86_400_000 };
    await keepSealed(db, [
      row(1, old),
      row(2, { ...old, state: 'refused' }),
      row(3, old),
      row(4, { epoch: 2 }),
    ]);
    await db.statuses.bulkPut(
      [1, 2, 3, 4].map((seq) => ({
        opId: toOpId(`op-${seq}`),
        seq,
        offline: seq === 3 ? { kind: 'accepted' } : undefined,
      })) as never,
    );
    expect(await answeredBefore(db, 2)).toEqual([1, 2]);
  });

  const server = { ackSeq: 2, missing: [], keptCopy: undefined };
  const copy = (epoch: number, position: number) => ({
    ...server,
    ackSeq: 9,
    keptCopy: { epoch, position } as never,
  });
  it.each([
    ['that are old enough and that the server has', server, [3]],
    ['not while the server misses something', { ...server, missing: [7] }, [1, 2, 3]],
    ['only where a kept copy has them', copy(1, 2), [3]],
    ['all of an epoch before that of the copy', copy(2, 0), []],
    ['none of an epoch after it', copy(0, 99), [1, 2, 3]],
  ])('are forgotten %s', async (_which, said, left) => {
    await keepSealed(db, [row(1), row(2), row(3)]);
    await pruneSealed(db, now, said);
    expect(await held()).toEqual(left);
  });

  it('are kept for ninety days', async () => {
    await keepSealed(db, [row(1, { storedAt: now - keptMs }), row(2, { storedAt: now })]);
    await pruneSealed(db, now, server);
    expect(await held()).toEqual([1, 2]);
  });
});

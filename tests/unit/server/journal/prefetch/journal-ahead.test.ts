import { describe, expect, it } from 'vitest';
import { toVoucherId, type OpId } from '#src/protocol/brands.ts';
import { prefetch } from '#src/server/journal/prefetch/batch-prefetch.ts';
import { PrefetchMiss } from '#src/server/journal/prefetch/receipts.ts';
import { author, entryAt, entryOf, paidPaper } from '#tests/support/device/sync-entry.ts';
import { entries, plainTransaction } from '#tests/support/server/plain-transaction.ts';

const now = new Date(entryAt);
const buy = (n: number) =>
  entryOf(
    'purchase',
    { by: 'stall', codeQrUuid: toVoucherId(`2468452${n}-0000-4000-8000-000000000000`) },
    { seq: 80 + n },
  );

describe('the prefetched journal', () => {
  const [first, second] = [buy(1), buy(2)] as const;
  const rows = [first, second].map(
    ({ opId, seq: at }) => ({ opId, deviceId: author.id, seq: at, hash: 'h' }) as never,
  );
  const entered = async (plain: object = {}) => {
    const { tx: below, of } = plainTransaction(plain);
    const batch = await prefetch(below, entries([first, second]), { now, withdrawn: new Map() });
    for (const row of rows) await batch.tx.insertEntry(row);
    return { ...batch, of };
  };

  it('is written while the answers to the purchases are pending', async () => {
    const seen: string[] = [];
    const { postAhead, flush, of } = await entered({
      postPaidPurchases: async (all: { op: OpId }[]) => {
        seen.push('asked');
        await Promise.resolve();
        seen.push('answered');
        return new Map(all.map(({ op }) => [op, paidPaper]));
      },
      insertEntries: () => void seen.push('journal'),
    });
    await postAhead();
    expect(seen).toEqual(['asked', 'journal', 'answered']);
    await expect(flush(), 'nobody called for them').rejects.toThrow(PrefetchMiss);
    expect(of('insertEntries')).toEqual([[rows]]);
  });

  it('shows an operation those before it, as if run alone', async () => {
    const { tx, postAhead, reach } = await entered();
    await postAhead();
    expect([await tx.findEntry(first.opId), await tx.findEntry(second.opId)]).toEqual([null, null]);
    reach(first.opId);
    expect([await tx.findEntry(first.opId), await tx.findEntry(second.opId)]).toEqual([rows[0], null]);
  });

  it('reports its failure when awaited', async () => {
    const { postAhead, written } = await entered({
      insertEntries: () => {
        throw new Error('no table');
      },
    });
    await postAhead();
    await expect(written()).rejects.toThrow('no table');
  });
});

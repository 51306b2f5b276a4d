import { describe, expect, it } from 'vitest';
import { newOpId } from '#src/client/commands/new-id.ts';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import { exercises } from '#src/extras/practice/client/exercises/exercises.ts';
import type { Books } from '#src/extras/practice/client/market/books.ts';
import { sellAll } from '#src/extras/practice/client/market/sell.ts';

const at = '2026-11-23T14:00:00Z';
const [paper] = exercises[0]?.books.papers ?? [];

function twoPapers(): Books {
  if (!paper) throw new Error('the first exercise has a paper');
  const other = {
    ...paper,
    id: toVoucherId(`${paper.id.slice(0, -1)}${paper.id.endsWith('0') ? '1' : '0'}`),
  };
  return { ...exercises[0]?.books, papers: [paper, other], sales: [] } as unknown as Books;
}

function sharesOf({ papers }: Books, prices: readonly number[]) {
  return papers.map(({ id }, n) => ({
    opId: newOpId(),
    paperId: id,
    price: toAmount(prices[n] ?? 0),
    at,
    occurredAt: at,
  }));
}

describe('a practice sale of several vouchers', () => {
  it('is paid whole by whichever share comes first, once', () => {
    const books = twoPapers();
    const shares = sharesOf(books, [1_000, 2_000]);
    const [first, second] = shares.map(({ opId }) => opId);
    const sold = sellAll(books, shares, second ?? newOpId());
    if (!('sale' in sold)) throw new Error('refused');
    expect([sold.sale.opId, sold.books.sales.length]).toEqual([second, 2]);
    const again = sellAll(sold.books, shares, first ?? newOpId());
    expect('sale' in again && [again.sale.opId, again.books.sales.length]).toEqual([first, 2]);
  });

  it('charges none when one falls short, and names it', () => {
    const books = twoPapers();
    const shares = sharesOf(books, [1_000, 9_000_000]);
    const codes = shares.map(({ opId }) => {
      const answer = sellAll(books, shares, opId);
      return 'sale' in answer ? 'paid' : answer.refused;
    });
    expect(codes).toEqual(['SHARE_REFUSED', 'INSUFFICIENT_BALANCE']);
  });
});

import {
  toAmount,
  toPoints,
  type Amount,
  type OpId,
  type Pesos,
  type VoucherId,
} from '#src/contract/brands.ts';
import type { PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { decidePurchaseAtStall } from '#src/domain/operations/sale.ts';
import { refuse, type Refused } from './answers.ts';
import { ownerOf, paperOf, type Books, type Sale, stateOf, withPaper } from './books.ts';
import { placeNames } from './invented.ts';

export type SaleAsked = { opId: OpId; paperId: VoucherId; price: Pesos; at: string; occurredAt: string };

/** "C-" and eight letters, as the ledger names a purchase. */
function codeOf(opId: OpId): string {
  return `C-${opId.replaceAll('-', '').slice(-8).toUpperCase()}`;
}

/** Makes a purchase by the rule that server and tablet share: paid once for its operation, or refused. */
export function sell(books: Books, asked: SaleAsked): { books: Books; sale: Sale } | Refused {
  const before = books.sales.find(({ opId }) => opId === asked.opId);
  if (before !== undefined) return { books, sale: before };
  const paper = paperOf(books, asked.paperId);
  const known = paper === undefined ? null : { monto: paper.balance, state: stateOf(paper) };
  const refusal = decidePurchaseAtStall(
    { isStallActive: true, pin: null, voucher: known, creditLeft: null },
    asked.price,
  );
  if (refusal !== null) return refuse(refusal.code, { left: refusal.left });
  return post(books, asked, { missing: toAmount(0), isOffline: false });
}

/** Makes a purchase, or all shares of one sale or none, like the server. Returns the answer to `opId`. */
export function sellAll(
  books: Books,
  shares: readonly SaleAsked[],
  opId: OpId,
): { books: Books; sale: Sale } | Refused {
  let sold: { books: Books; sale: Sale } | null = null;
  let own: Sale | null = null;
  for (const share of shares) {
    const next = sell(sold?.books ?? books, share);
    if (!('sale' in next)) return share.opId === opId ? next : refuse('SHARE_REFUSED');
    sold = next;
    if (share.opId === opId) own = next.sale;
  }
  return sold && own ? { books: sold.books, sale: own } : refuse('UNKNOWN_VOUCHER');
}

/**
 * Settles an offline sale: the stall is paid in full, and the amount that the paper did not cover becomes a
 * line to decide.
 */
export function settle(books: Books, asked: SaleAsked): { books: Books; sale: Sale } | Refused {
  const paid = sell(books, asked);
  if ('sale' in paid) return { ...paid, ...asHandedOver(paid.books, paid.sale) };
  const paper = paperOf(books, asked.paperId);
  if (paper === undefined) return paid;
  return post(books, asked, { missing: toAmount(asked.price - paper.balance), isOffline: true });
}

function asHandedOver(books: Books, sale: Sale): { books: Books; sale: Sale } {
  const changed = { ...sale, isOffline: true };
  const sales = books.sales.map((one) => (one.opId === sale.opId ? changed : one));
  return { books: { ...books, sales }, sale: changed };
}

function post(
  books: Books,
  { opId, paperId, price, at, occurredAt }: SaleAsked,
  { missing, isOffline }: { missing: Amount; isOffline: boolean },
): { books: Books; sale: Sale } | Refused {
  const paper = paperOf(books, paperId);
  if (paper === undefined) return refuse('UNKNOWN_VOUCHER');
  const sale: Sale = {
    opId,
    codeCompra: codeOf(opId),
    paperId,
    price: toAmount(price),
    missing,
    reason: missing > 0 ? 'SPENT_ELSEWHERE' : null,
    isOffline,
    occurredAt,
    createAt: at,
    voids: [],
  };
  const spent = withPaper(books, { ...paper, balance: toAmount(paper.balance - (price - missing)) });
  return { books: { ...spent, sales: [sale, ...spent.sales] }, sale };
}

export function receiptOf(books: Books, sale: Sale): PurchaseReceipt {
  const paper = paperOf(books, sale.paperId);
  if (paper === undefined) throw new Error('a sale of practice has a paper');
  return {
    codeCompra: sale.codeCompra,
    nuevoSaldo: paper.balance,
    price: sale.price,
    estanteName: placeNames.ESTANTE,
    userName: ownerOf(books, paper).ownerName,
    codeQrUuid: sale.paperId,
    points: toPoints(0),
    createAt: sale.createAt,
    ...(sale.missing > 0 ? { missing: sale.missing, reason: 'SPENT_ELSEWHERE' } : {}),
    opId: sale.opId,
  };
}

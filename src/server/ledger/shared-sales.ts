import type { MarketId, OpId, VoucherId } from '#src/contract/brands.ts';
import { purchaseReceiptSchema, type PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import { decideSharedSale, otherShareRefused } from '#src/domain/operations/sale.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import type { Session } from '#src/server/store/database.ts';
import {
  findSellingStall,
  lockOwnVoucher,
  newPurchaseCode,
  postPurchaseIn,
  postSale,
  readCreditLeft,
  type PurchaseEntry,
} from './purchases.ts';
import {
  insertReceipts,
  keyReused,
  readReceipts,
  toStoredAnswer,
  type Receipt,
  type StoredAnswer,
} from './receipts.ts';
import type { LockedVoucher } from './vouchers.ts';

/** The shares of one sale in the order of scanning, each a purchase on another voucher at the same stall. */
export type Shares = readonly PurchaseEntry[];
export type ShareAnswers = Map<OpId, StoredAnswer<PurchaseReceipt>>;

/**
 * Posts a sale of several vouchers inside the caller's transaction, all or nothing. Every voucher is locked,
 * in one order, and every share decided by the purchase rule, before the first is posted. Each share is a
 * purchase under the sale's code, with its receipt. If one is refused all are, and no voucher is charged.
 * Throws 23505 when a share was answered meanwhile.
 */
export async function postShares(session: Session, now: Date, shares: Shares): Promise<ShareAnswers> {
  const known = await readReceipts(
    session,
    shares.map(({ op }) => op),
  );
  const fresh = shares.filter(({ op }) => !known.isAnswered(op));
  const answers: ShareAnswers = new Map();
  for (const { op: opId, hash: bodyHash } of shares) {
    const receipt = known.find({ opId, bodyHash });
    if (receipt)
      answers.set(
        opId,
        receipt === 'reused' ? keyReused : toStoredAnswer(receipt, bodyHash, readPurchase, true),
      );
  }
  if (fresh.length === shares.length) return postAll(session, now, shares);
  // The rest of a sale is not posted if a share was refused, withdrawn, or has the id of another operation.
  if ([...answers.values()].some(({ kind }) => kind === 'refused'))
    await refuseShares(session, now, { shares: fresh, refusals: [] }, answers);
  // The other shares were paid as handed-over goods, so this one counts like any purchase.
  else for (const share of fresh) answers.set(share.op, await postPurchaseIn(session, now, share));
  return answers;
}

async function postAll(session: Session, now: Date, shares: Shares): Promise<ShareAnswers> {
  const answers: ShareAnswers = new Map();
  const stall = await findSellingStall(session, shares[0]?.stall ?? '');
  const vouchers = await lockVouchers(session, shares);
  const credit = stall ? await readCredit(session, vouchers, stall.marketId) : new Map<MarketId, number>();
  const seen = shares.map(({ voucher: id, price }) => {
    const voucher = vouchers.get(id);
    const creditLeft = (voucher && credit.get(voucher.marketId)) ?? null;
    if (voucher && creditLeft !== null) credit.set(voucher.marketId, creditLeft - price);
    return { voucher: seenAt(voucher, now), price, creditLeft };
  });
  const refusals = decideSharedSale(stall !== null, seen);
  if (refusals) return refuseShares(session, now, { shares, refusals }, answers);
  const sale = newPurchaseCode();
  for (const [n, share] of shares.entries()) {
    const voucher = vouchers.get(share.voucher);
    if (!stall || !voucher) throw new Error('the rule lets nobody buy without a stall and a voucher');
    const { price } = share;
    const decided = { voucher, stall, price, taken: price, reason: null };
    const named = shareName(sale, n);
    const receipt = await postSale(session, { ...share, ...decided, named }, now);
    answers.set(share.op, { kind: 'done', receipt, replayed: false });
  }
  return answers;
}

/** Returns the remaining credit of each other market. */
async function readCredit(
  session: Session,
  vouchers: ReadonlyMap<VoucherId, LockedVoucher>,
  seller: MarketId,
): Promise<Map<MarketId, number>> {
  const credit = new Map<MarketId, number>();
  for (const issuer of new Set([...vouchers.values()].map(({ marketId }) => marketId))) {
    const left = await readCreditLeft(session, issuer, seller);
    if (left !== null) credit.set(issuer, left);
  }
  return credit;
}

/** Returns the code of the n-th share of a sale, counted from 0: "C-7K4M2QXD-1". */
function shareName(sale: string, n: number): { code: string; sale: string } {
  return { code: `${sale}-${n + 1}`, sale };
}

function seenAt(voucher: LockedVoucher | undefined, now: Date) {
  if (!voucher) return null;
  const state = voucherStateOf({ ...voucher, isBlocked: voucher.blocked !== null }, now);
  return { monto: voucher.balance, state };
}

type RefusedShares = { shares: Shares; refusals: readonly { code: RefusalCode; left?: number }[] };

async function refuseShares(
  session: Session,
  now: Date,
  { shares, refusals }: RefusedShares,
  answers: ShareAnswers,
): Promise<ShareAnswers> {
  const receipts = shares.map(({ op: opId, hash: bodyHash }, n): Receipt => {
    const { code, left } = refusals[n] ?? otherShareRefused;
    return { opId, bodyHash, refusal: code, answer: left === undefined ? {} : { left } };
  });
  await insertReceipts(session, receipts, now);
  for (const receipt of receipts)
    answers.set(receipt.opId, toStoredAnswer(receipt, receipt.bodyHash, readPurchase, false));
  return answers;
}

async function lockVouchers(session: Session, shares: Shares): Promise<Map<VoucherId, LockedVoucher>> {
  const found = new Map<VoucherId, LockedVoucher>();
  for (const share of shares.toSorted((a, b) => (a.voucher < b.voucher ? -1 : 1))) {
    const voucher = await lockOwnVoucher(session, share);
    if (voucher) found.set(share.voucher, voucher);
  }
  return found;
}

/**
 * Returns the code of a share settled after its goods were handed over, under its sale's code, which the
 * first settled share creates. Undefined when it is not a share by its device's journal.
 */
export async function nameOfShare(
  session: Session,
  op: OpId,
): Promise<{ code: string; sale: string } | undefined> {
  const { rows } = await session.query<{ n: number; sale: string | null }>({
    name: 'name-of-share',
    text: `select s.n::int - 1 as n,
        (select p.sale_code from journal_entry o
          cross join jsonb_array_elements(o.envelope -> 'payload' -> 'shares') as t (share)
          join movement m on m.reference = t.share ->> 'opId' join purchase p on p.movement_id = m.id
          where o.op_id = $1 and p.sale_code is not null limit 1) as sale
      from journal_entry e
      cross join jsonb_array_elements(e.envelope -> 'payload' -> 'shares') with ordinality as s (share, n)
      where e.op_id = $1 and s.share ->> 'opId' = $1`,
    values: [op],
  });
  const [row] = rows;
  return row && shareName(row.sale ?? newPurchaseCode(), row.n);
}

function readPurchase(answer: unknown): PurchaseReceipt {
  return purchaseReceiptSchema.parse(answer);
}

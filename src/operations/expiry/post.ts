import type { VoucherExpiryReceipt } from '#src/contract/vouchers/voucher-care.ts';
import { toAmount, type MarketId } from '#src/protocol/brands.ts';
import { post } from '#src/server/ledger/journal.ts';
import { movementOf, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import { marketAccount, transfer, voucherAccount } from '#src/server/ledger/transfer.ts';
import { isPromised, markExpired } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockOfMarket } from '../reissue/post.ts';
import { decideExpiry } from './rule.ts';

export type ExpiryEntry = StaffEntry & {
  /** Movement that issued the voucher. */
  issuedBy: string;
  market: MarketId;
};

/** Moves the balance of an expired voucher to its market: loads, decides, posts. */
export async function takeExpired(
  session: Session,
  entry: ExpiryEntry,
): Promise<Outcome<VoucherExpiryReceipt>> {
  const { market, issuedBy, recordedAt } = entry;
  const voucher = await lockOfMarket(session, entry);
  const facts = voucher && { ...voucher, isPromised: await isPromised(session, voucher.id) };
  const decision = decideExpiry(facts, recordedAt);
  if (decision.kind === 'refuse') return decision;
  if (!voucher) throw new Error('the expiry of a voucher was decided without it');
  const { id: voucherId, shortCode } = voucher;
  const amount = toAmount(decision.plan.amount);
  await post(session, {
    ...movementOf(entry),
    kind: 'expiry',
    transfers: [transfer(voucherAccount(voucherId, market), marketAccount('breakage', market), amount)],
    detail: { kind: 'expiry', voucherId, newVoucherId: null, marketId: market, amount },
  });
  await markExpired(session, voucherId);
  return {
    kind: 'done',
    receipt: { _id: issuedBy, shortCode, monto: amount, createAt: recordedAt.toISOString() },
  };
}

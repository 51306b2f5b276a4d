import type { VoucherExpiryReceipt } from '#src/contract/vouchers/voucher-care.ts';
import { toAmount, type MarketId } from '#src/protocol/brands.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import { isPromised, markExpired } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { lockOfMarket } from '../reissue/post.ts';
import { marketAccount, transfer, voucherAccount } from '../transfer.ts';
import { decideExpiry } from './rule.ts';

export type ExpiryAct = StaffAct & {
  /** Movement that issued the voucher. */
  issuedBy: string;
  market: MarketId;
};

/** Moves the balance of an expired voucher to its market: loads, decides, posts. */
export async function takeExpired(session: Session, act: ExpiryAct): Promise<Posted<VoucherExpiryReceipt>> {
  const { market, issuedBy, recordedAt } = act;
  const voucher = await lockOfMarket(session, act);
  const facts = voucher && { ...voucher, isPromised: await isPromised(session, voucher.id) };
  const decision = decideExpiry(facts, recordedAt);
  if (decision.kind === 'refuse') return decision;
  if (!voucher) throw new Error('the expiry of a voucher was decided without it');
  const { id: voucherId, shortCode } = voucher;
  const amount = toAmount(decision.plan.amount);
  await post(session, {
    ...movementOf(act),
    kind: 'expiry',
    transfers: [transfer(voucherAccount(voucherId, market), marketAccount('breakage', market), amount)],
    detail: { kind: 'expiry', voucherId, newVoucherId: null, marketId: market, amount },
  });
  await markExpired(session, voucherId);
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'voucher-expired',
    marketId: market,
    subject: { type: 'VOUCHER', id: issuedBy, name: shortCode },
    before: { monto: amount },
    after: { monto: 0 },
  });
  return {
    kind: 'done',
    receipt: { _id: issuedBy, shortCode, monto: amount, createAt: recordedAt.toISOString() },
  };
}

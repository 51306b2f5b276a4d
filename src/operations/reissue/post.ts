import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import { toAmount, type MarketId, type VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { voucherReceipt, type MakeLink } from '#src/server/ledger/issued-voucher.ts';
import { lockPointCode, usePointCode } from '#src/server/ledger/market-code.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import {
  isVoucherIdTaken,
  blockVoucher,
  lockVoucher,
  openVoucher,
  voucherIssuedBy,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { isMarketActive } from '#src/server/store/records/people.ts';
import { lockRow } from '#src/server/store/rows.ts';
import { transfer, voucherAccount } from '../transfer.ts';
import { decideReissue, type ReissueFacts, type ReissuePlan, type TillReissues } from './rule.ts';

export type ReissueAct = StaffAct & {
  /** Movement that issued the voucher. */
  issuedBy: string;
  /** Active market that issued it; null for any, as for ADMIN. */
  market: MarketId | null;
  newVoucher: VoucherId;
  /** As shown on the customer's document. */
  identificacion: string;
  marketCode: string | undefined;
  /** A till acts, by its own permission or with a market code. */
  isTill: boolean;
  timeZone: string;
  makeLink: MakeLink;
};

type LoadedReissue = { facts: ReissueFacts; voucher: LockedVoucher | null };

/** Moves the balance of a lost voucher to a new one: loads, decides, posts. */
export async function reissueVoucher(session: Session, act: ReissueAct): Promise<Posted<TopUpReceipt>> {
  const { facts, voucher } = await loadReissue(session, act);
  const decision = decideReissue(act, facts);
  if (decision.kind === 'refuse') return decision;
  if (!voucher) throw new Error('a reissue was decided without its voucher');
  return { kind: 'done', receipt: await postReissue(session, act, voucher, decision.plan) };
}

async function loadReissue(session: Session, act: ReissueAct): Promise<LoadedReissue> {
  const voucher = await lockOfMarket(session, act);
  const isNewTaken = await isVoucherIdTaken(session, act.newVoucher);
  const till = voucher && act.isTill ? await loadTill(session, act, voucher) : null;
  return {
    facts: {
      voucher,
      isNewTaken,
      till,
      now: act.recordedAt,
    },
    voucher,
  };
}

/** Returns null when it is unknown, or of another or inactive market. */
export async function lockOfMarket(
  session: Session,
  { issuedBy, market }: Pick<ReissueAct, 'issuedBy' | 'market'>,
): Promise<LockedVoucher | null> {
  const id = await voucherIssuedBy(session, issuedBy);
  const voucher = id && (await lockVoucher(session, id));
  if (!voucher || market === null) return voucher;
  return voucher.marketId === market && (await isMarketActive(session, market)) ? voucher : null;
}

/** The till's row is the lock: the second of two simultaneous reissues counts the first. */
async function loadTill(
  session: Session,
  act: ReissueAct,
  { marketId: market, blockedAt }: LockedVoucher,
): Promise<TillReissues> {
  const { actor: till, recordedAt, timeZone } = act;
  await lockRow(session, 'person', till);
  const { rows } = await session.query<Pick<TillReissues, 'delayMs' | 'perDay' | 'doneToday'>>({
    name: 'reissue-rules',
    text: `select m.reissue_delay_minutes * 60000 as "delayMs", m.reissues_per_day as "perDay",
        (select count(*)::int from voucher_change c join movement v on v.id = c.movement_id
          where c.market_id = $1 and c.kind = 'reissue' and not c.with_code and c.recorded_at >= $3
            and v.recorded_by = $2) as "doneToday"
      from market m where m.id = $1`,
    values: [market, till, startOfToday(recordedAt, timeZone)],
  });
  const [rules] = rows;
  if (!rules) throw new Error(`no market ${market}`);
  return {
    ...rules,
    code: await lockPointCode(session, act, market),
    blockedAt: blockedAt?.getTime() ?? null,
  };
}

async function postReissue(
  session: Session,
  act: ReissueAct,
  { id, ownerId, ownerName, identificacion, marketId, expiresAt }: LockedVoucher,
  { amount, usesCode }: ReissuePlan,
): Promise<TopUpReceipt> {
  const { newVoucher, recordedAt } = act;
  const face = toAmount(amount);
  if (usesCode) await usePointCode(session, act, marketId);
  const opened = { owner: ownerId, market: marketId, face, expiresAt, recordedAt };
  await openVoucher(session, { ...opened, id: newVoucher });
  await post(session, {
    ...movementOf(act),
    kind: 'reissue',
    transfers: [transfer(voucherAccount(id, marketId), voucherAccount(newVoucher, marketId), amount)],
    detail: {
      kind: 'reissue',
      voucherId: id,
      newVoucherId: newVoucher,
      marketId,
      amount: face,
      withCode: act.marketCode !== undefined,
    },
  });
  // Blocked also because a void may return money later.
  await blockVoucher(session, id, 'person', recordedAt);
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'voucher-reissued',
    marketId: act.market,
    subject: { type: 'VOUCHER', id: act.issuedBy, name: ownerName },
    before: { monto: face },
    after: { newCode: shortCodeOf(newVoucher), monto: face, withCode: act.marketCode !== undefined },
  });
  const issued = { voucherId: newVoucher, ownerId, marketId, face, issuedAt: recordedAt, expiresAt };
  return voucherReceipt(act, issued, { ownerName, identificacion });
}

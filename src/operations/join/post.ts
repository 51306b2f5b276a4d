import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import { toAmount, type MarketId, type VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { voucherReceipt, type MakeLink } from '#src/server/ledger/issued-voucher.ts';
import { lockPointCode, usePointCode } from '#src/server/ledger/market-code.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import {
  isVoucherIdTaken,
  closeJoined,
  lockVoucher,
  openVoucher,
  voucherIssuedBy,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { isMarketActive } from '#src/server/store/records/people.ts';
import { transfer, voucherAccount } from '../transfer.ts';
import { decideJoin, type JoinFacts, type JoinPart, type JoinPlan } from './rule.ts';

export type JoinAct = StaffAct & {
  /** Vouchers scanned at the point, and those chosen in a list, by the movement that issued them. */
  papers: readonly VoucherId[];
  fromList: readonly string[];
  newVoucher: VoucherId;
  /** As shown on the customer's document. */
  identificacion: string;
  marketCode: string | undefined;
  /** Active market that issued the vouchers; null for any, as for ADMIN. */
  market: MarketId | null;
  isTill: boolean;
  makeLink: MakeLink;
};

type LoadedJoin = { facts: JoinFacts; parts: readonly LockedVoucher[] };

/** Joins vouchers of one customer into a new one, all or none: loads, decides, posts. */
export async function joinVouchers(session: Session, act: JoinAct): Promise<Posted<TopUpReceipt>> {
  const { facts, parts } = await loadJoin(session, act);
  const decision = decideJoin(act, facts);
  if (decision.kind === 'refuse') return decision;
  return { kind: 'done', receipt: await postJoin(session, act, parts, decision.plan) };
}

async function loadJoin(session: Session, act: JoinAct): Promise<LoadedJoin> {
  const parts = await lockParts(session, act);
  const isNewTaken = await isVoucherIdTaken(session, act.newVoucher);
  const [first] = parts ?? [];
  const till = first && act.isTill ? await loadTill(session, act, first) : null;
  const facts = { parts: parts?.map((part) => partOf(part, act.recordedAt)) ?? null, isNewTaken, till };
  return { facts, parts: parts ?? [] };
}

async function loadTill(
  session: Session,
  act: JoinAct,
  { marketId }: LockedVoucher,
): Promise<JoinFacts['till']> {
  return {
    isFromList: act.fromList.length > 0,
    code: await lockPointCode(session, act, marketId),
  };
}

function partOf(voucher: LockedVoucher, now: Date): JoinPart {
  return {
    ...voucher,
    state: voucherStateOf({ ...voucher, isBlocked: voucher.blocked !== null }, now),
  };
}

/**
 * Locks the parts in one order, so that two operations never deadlock. Returns null when one is unknown, or
 * of another or inactive market.
 */
async function lockParts(
  session: Session,
  { papers, fromList, market }: JoinAct,
): Promise<LockedVoucher[] | null> {
  const ids = new Set<VoucherId>(papers);
  for (const issuedBy of fromList) {
    const id = await voucherIssuedBy(session, issuedBy);
    if (!id) return null;
    ids.add(id);
  }
  const parts: LockedVoucher[] = [];
  for (const id of [...ids].sort()) {
    const voucher = await lockVoucher(session, id);
    if (!voucher || (market !== null && voucher.marketId !== market)) return null;
    parts.push(voucher);
  }
  return market === null || (await isMarketActive(session, market)) ? parts : null;
}

/**
 * The parts pay into the new voucher in one movement and are closed. An offline sale made meanwhile finds a
 * replaced voucher and becomes a conflict line.
 */
async function postJoin(
  session: Session,
  act: JoinAct,
  parts: readonly LockedVoucher[],
  { amount, expiresAt, usesCode }: JoinPlan,
): Promise<TopUpReceipt> {
  const { newVoucher, recordedAt } = act;
  const [first] = parts;
  if (!first) throw new Error('a join was decided without its parts');
  const { personId: ownerId, ownerName, identificacion, marketId } = first;
  const face = toAmount(amount);
  const giving = parts.map(({ id, balance }) => ({ id, given: balance }));
  if (usesCode) await usePointCode(session, act, marketId);
  const opened = { owner: ownerId, market: marketId, face, expiresAt, recordedAt };
  await openVoucher(session, { ...opened, id: newVoucher });
  await post(session, {
    ...movementOf(act),
    kind: 'join',
    transfers: giving.map((part) =>
      transfer(voucherAccount(part.id, marketId), voucherAccount(newVoucher, marketId), part.given),
    ),
    detail: {
      newVoucherId: newVoucher,
      customerId: ownerId,
      marketId,
      amount: face,
      parts: parts.length,
      withCode: act.marketCode !== undefined,
    },
  });
  await closeJoined(session, act.movement, giving, recordedAt);
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'vouchers-joined',
    marketId: act.market,
    subject: { type: 'VOUCHER', id: act.movement, name: ownerName },
    before: { parts: act.fromList.length + act.papers.length },
    after: { newCode: shortCodeOf(newVoucher), monto: face, withCode: act.marketCode !== undefined },
  });
  const issued = { voucherId: newVoucher, ownerId, marketId, face, issuedAt: recordedAt, expiresAt };
  return voucherReceipt(act, issued, { ownerName, identificacion });
}

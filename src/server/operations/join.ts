import { toAmount, type MarketId, type Pesos, type VoucherId } from '#src/contract/brands.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import {
  decideConfirmedJoin,
  decideJoin,
  type JoinFacts,
  type JoinPart,
  type JoinPlan,
} from '#src/domain/operations/join.ts';
import { voucherStateOf } from '#src/domain/voucher/voucher-validity.ts';
import { post } from '#src/server/ledger/journal.ts';
import { voucherLeg } from '#src/server/ledger/legs.ts';
import { movementOf, refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import {
  accountExists,
  blockVoucher,
  closeJoined,
  lockByShortCode,
  lockVoucher,
  openVoucher,
  voucherIssuedBy,
  type LockedVoucher,
} from '#src/server/ledger/vouchers.ts';
import { isMarketActive } from '#src/server/records/people.ts';
import type { Session } from '#src/server/store/database.ts';
import { voucherReceipt, type IssuedVoucher, type MakeLink } from './issued-voucher.ts';
import { lockPointCode, usePointCode } from './market-code.ts';

export type JoinEntry = StaffEntry & {
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
export async function joinVouchers(session: Session, entry: JoinEntry): Promise<Outcome<TopUpReceipt>> {
  const { facts, parts } = await loadJoin(session, entry);
  const decision = decideJoin(entry, facts);
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  const { issued, owner } = await postJoin(session, entry, parts, decision.plan);
  return { ok: true, receipt: voucherReceipt(entry, issued, owner) };
}

export type ConfirmedJoin = StaffEntry & {
  market: MarketId;
  /** Short codes of the joined vouchers. */
  codes: readonly string[];
  /** Amount on the customer's voucher, smallest unit shown; null when not given. */
  amount: Pesos | null;
  newVoucher: VoucherId;
};

/**
 * Posts a join from the time that a restore lost: loads, decides, posts. Its present parts stop paying at
 * once, whether or not it can be posted. Returns null when a part has not come back, or nothing has come back
 * to them.
 */
export async function joinByPaper(
  session: Session,
  entry: ConfirmedJoin,
): Promise<Outcome<{ joined: JoinMade | null }>> {
  const found: LockedVoucher[] = [];
  for (const code of entry.codes.toSorted()) {
    const voucher = await lockByShortCode(session, code, entry.market);
    if (voucher === 'ambiguous') return refused('AMBIGUOUS_CODE');
    if (voucher === 'foreign') return refused('UNKNOWN_VOUCHER');
    if (voucher) found.push(voucher);
  }
  const isWhole = found.length === entry.codes.length;
  const decision = decideConfirmedJoin(entry, {
    parts: isWhole ? found.map((part) => partOf(part, entry.recordedAt)) : null,
    isNewTaken: await accountExists(session, entry.newVoucher),
  });
  if (decision.kind === 'refuse') return refused(decision.code, decision.left);
  if (decision.kind === 'post')
    return {
      ok: true,
      receipt: {
        joined: await postJoin(session, { ...entry, marketCode: undefined }, found, decision.plan),
      },
    };
  for (const { id } of found) await blockVoucher(session, id, 'person', entry.recordedAt);
  return { ok: true, receipt: { joined: null } };
}

async function loadJoin(session: Session, entry: JoinEntry): Promise<LoadedJoin> {
  const parts = await lockParts(session, entry);
  const isNewTaken = await accountExists(session, entry.newVoucher);
  const [first] = parts ?? [];
  const till = first && entry.isTill ? await loadTill(session, entry, first) : null;
  const facts = { parts: parts?.map((part) => partOf(part, entry.recordedAt)) ?? null, isNewTaken, till };
  return { facts, parts: parts ?? [] };
}

async function loadTill(
  session: Session,
  entry: JoinEntry,
  { marketId }: LockedVoucher,
): Promise<JoinFacts['till']> {
  return {
    isFromList: entry.fromList.length > 0,
    code: await lockPointCode(session, 'reissue', entry, marketId),
  };
}

function partOf(voucher: LockedVoucher, now: Date): JoinPart {
  const hasPin = voucher.pinFree !== null;
  return {
    ...voucher,
    hasPin,
    state: voucherStateOf({ ...voucher, isBlocked: voucher.blocked !== null }, now),
  };
}

/**
 * Locks the parts in one order, so that two operations never deadlock. Returns null when one is unknown, or
 * of another or inactive market.
 */
async function lockParts(
  session: Session,
  { papers, fromList, market }: JoinEntry,
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

type PostedJoin = StaffEntry & Pick<JoinEntry, 'newVoucher' | 'marketCode'>;
export type JoinMade = { issued: IssuedVoucher; owner: { ownerName: string; identificacion: string } };

/**
 * The parts pay into the new voucher in one movement and are closed. An offline sale made meanwhile finds a
 * replaced voucher and becomes a conflict line.
 */
async function postJoin(
  session: Session,
  entry: PostedJoin,
  parts: readonly LockedVoucher[],
  { amount, given, expiresAt, usesCode }: JoinPlan,
): Promise<JoinMade> {
  const { newVoucher, recordedAt } = entry;
  const [first] = parts;
  if (!first) throw new Error('a join was decided without its parts');
  const { personId: ownerId, ownerName, identificacion, marketId } = first;
  const face = toAmount(amount);
  if (usesCode) await usePointCode(session, 'reissue', entry, marketId);
  const giving = parts.map(({ id }, place) => ({ id, given: given[place] ?? 0 }));
  const opened = { owner: ownerId, market: marketId, face, expiresAt, recordedAt };
  await openVoucher(session, { ...opened, id: newVoucher, takesOver: parts.map(({ id }) => id) });
  await post(session, {
    ...movementOf(entry),
    kind: 'join',
    legs: [
      ...giving.map((part) => voucherLeg(part.id, marketId, 0 - part.given)),
      voucherLeg(newVoucher, marketId, amount),
    ],
    detail: {
      newVoucherId: newVoucher,
      customerId: ownerId,
      marketId,
      amount: face,
      parts: parts.length,
      withCode: entry.marketCode !== undefined,
    },
  });
  await closeJoined(session, entry.movement, giving, recordedAt);
  const issued = { voucherId: newVoucher, ownerId, marketId, face, issuedAt: recordedAt, expiresAt };
  return { issued, owner: { ownerName, identificacion } };
}

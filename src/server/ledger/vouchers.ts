import type { Amount, MarketId, Pesos, VoucherId } from '#src/contract/brands.ts';
import type { VoucherState, VoucherView } from '#src/contract/vouchers/schemas.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { voucherStateOf, type ClosedAs } from '#src/domain/voucher/voucher-validity.ts';
import type { Session } from '#src/server/store/database.ts';
import { markTakenOver } from './over-ceiling.ts';

export type NewVoucher = {
  id: VoucherId;
  owner: string;
  market: MarketId;
  /** smallest unit shown */
  face: Amount;
  expiresAt: Date | null;
  recordedAt: Date;
  /** the vouchers whose balance it takes over */
  takesOver: readonly VoucherId[];
};

/** Opens a voucher with its ledger account and nothing on it: the movement that pays for it brings the balance. */
export async function openVoucher(session: Session, voucher: NewVoucher): Promise<void> {
  const { id, owner, market, face, expiresAt, recordedAt, takesOver } = voucher;
  await session.query({
    name: 'open-voucher',
    text: `with account as (
        insert into ledger_account (id, kind, owner_id, market_id) values ($1, 'voucher', $1, $3)
      )
      insert into voucher (id, owner_id, market_id, face, balance, short_code, expires_at, created_at)
      values ($1, $2, $3, $4, 0, $5, $6, $7)`,
    values: [id, owner, market, face, shortCodeOf(id), expiresAt, recordedAt],
  });
  if (takesOver.length > 0) await markTakenOver(session, id, takesOver);
}

/** Whether a new voucher cannot have this id. */
export async function accountExists(session: Session, id: string): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'account-exists',
    text: 'select 1 from ledger_account where id = $1',
    values: [id],
  });
  return rowCount > 0;
}

/** SQL: the movement that issued voucher `v`, by which staff name it. */
export const issuedByColumn = `coalesce(
  (select t.movement_id from top_up t where t.voucher_id = v.id),
  (select c.movement_id from voucher_change c where c.new_voucher_id = v.id),
  (select j.movement_id from voucher_join j where j.new_voucher_id = v.id),
  (select g.movement_id from opening_balance g where g.account_id = v.id),
  (select r.movement_id from redemption r where r.voucher_id = v.id)) as issued_by`;

/** The voucher that this movement issued. null: it issued none, or there is no such movement. */
export async function voucherIssuedBy(session: Session, movementId: string): Promise<VoucherId | null> {
  const { rows } = await session.query<{ id: VoucherId | null }>({
    name: 'voucher-issued-by',
    text: `select voucher_id as id from top_up where movement_id = $1
      union all select new_voucher_id from voucher_change where movement_id = $1
      union all select new_voucher_id from voucher_join where movement_id = $1
      union all select v.id from opening_balance g join voucher v on v.id = g.account_id where g.movement_id = $1
      union all select voucher_id from redemption where movement_id = $1`,
    values: [movementId],
  });
  return rows[0]?.id ?? null;
}

/**
 * The voucher of this market with this short code, locked. null: there is none. foreign: another market issued it. ambiguous: two vouchers
 * share the code.
 */
export async function lockByShortCode(
  session: Session,
  shortCode: string,
  market: MarketId,
): Promise<LockedVoucher | 'foreign' | 'ambiguous' | null> {
  const { rows } = await session.query<{ id: VoucherId }>({
    name: 'vouchers-of-code',
    text: 'select id from voucher where short_code = $1 limit 2',
    values: [shortCode],
  });
  const [found, another] = rows;
  if (!found) return null;
  if (another) return 'ambiguous';
  const voucher = await lockVoucher(session, found.id);
  return voucher && voucher.marketId !== market ? 'foreign' : voucher;
}

/** SQL, of a blocked voucher `v`: a settlement blocked it and no person did. `blockOf` reads it. */
export const overspentColumn = 'v.person_blocked_at is null as overspent';

export type LockedVoucher = {
  id: VoucherId;
  ownerId: string;
  /** whom the owner was merged into since, or the owner: papers of one person have one */
  personId: string;
  ownerName: string;
  identificacion: string;
  marketId: MarketId;
  shortCode: string;
  /** smallest unit shown */
  balance: Amount;
  /** balance that it gives without its PIN; null when it has none */
  pinFree: Amount | null;
  expiresAt: Date | null;
  blockedAt: Date | null;
  personBlockedAt: Date | null;
  closedAs: ClosedAs;
  /** overspend: a settlement found something missing; person: somebody blocked it */
  blocked: 'overspend' | 'person' | null;
};

/** The voucher, locked until the caller's transaction ends: nothing is taken from it meanwhile. null: unknown. */
export async function lockVoucher(session: Session, id: VoucherId): Promise<LockedVoucher | null> {
  await session.query({
    name: 'lock-voucher-row',
    text: 'select 1 from voucher where id = $1 for no key update',
    values: [id],
  });
  // A statement of its own: its snapshot sees what the transaction that we waited for has written.
  const { rows } = await session.query<LockedVoucher>({
    name: 'locked-voucher',
    text: `select v.id, v.owner_id as "ownerId", coalesce(c.merged_into, c.id) as "personId", c.owner_name as "ownerName",
        c.identificacion, v.market_id as "marketId", v.short_code as "shortCode", v.balance, v.pin_free as "pinFree", v.expires_at as "expiresAt",
        v.blocked_at as "blockedAt", v.person_blocked_at as "personBlockedAt", v.closed_as as "closedAs",
        case when v.person_blocked_at is not null then 'person'
          when v.blocked_at is not null then 'overspend' end as blocked
      from voucher v join person c on c.id = v.owner_id where v.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** A sale without a link that waits for a person may still take what is on the voucher. */
export async function isPromised(session: Session, id: VoucherId): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'open-lines-of-voucher',
    text: `select 1 from sale_conflict where voucher_id = $1 and kind = 'sale' and state in ('waiting', 'review') limit 1`,
    values: [id],
  });
  return rowCount > 0;
}

/** The change of a block with its note in the order of commits, from which lists of changes are made. */
function noted(change: string): string {
  return `with changed as (${change} returning id)
    insert into voucher_block (voucher_id) select id from changed`;
}

/**
 * Blocks a voucher: nothing can be bought with it from now on. Its balance stays. A person's block counts beside a
 * settlement's: money that a void returns is then not taken by the next sale. False: this block was there already.
 */
export async function blockVoucher(
  session: Session,
  voucherId: VoucherId,
  by: 'person' | 'overspend',
  now: Date,
): Promise<boolean> {
  const { rowCount } = await session.query(
    by === 'person'
      ? {
          name: 'block-voucher',
          text: noted(`update voucher set blocked_at = coalesce(blocked_at, $2), person_blocked_at = $2
            where id = $1 and person_blocked_at is null`),
          values: [voucherId, now],
        }
      : {
          name: 'block-overspent-voucher',
          text: noted('update voucher set blocked_at = $2 where id = $1 and blocked_at is null'),
          values: [voucherId, now],
        },
  );
  return rowCount === 1;
}

/**
 * Closes a voucher for good: blocked for whatever asks for that alone, and never opened again. What a void returns to it later stays
 * on it for its market.
 */
export async function closeVoucher(
  session: Session,
  voucherId: VoucherId,
  closedAs: NonNullable<ClosedAs>,
  now: Date,
): Promise<void> {
  await session.query({
    name: 'close-voucher',
    text: noted(`update voucher set closed_as = $3, blocked_at = coalesce(blocked_at, $2),
      person_blocked_at = coalesce(person_blocked_at, $2) where id = $1`),
    values: [voucherId, now, closedAs],
  });
}

/** What was on a voucher at its end is its market's: from now on it says that it ended, and not that it was spent. */
export async function markExpired(session: Session, voucherId: VoucherId): Promise<void> {
  await session.query({
    name: 'mark-expired',
    text: "update voucher set closed_as = 'expired' where id = $1 and closed_as is null",
    values: [voucherId],
  });
}

/** Closes the parts of a join, and keeps how much of each went into it. */
export async function closeJoined(
  session: Session,
  movementId: string,
  parts: readonly { id: VoucherId; given: Pesos }[],
  now: Date,
): Promise<void> {
  const giving = parts.filter(({ given }) => given > 0);
  await session.query({
    name: 'insert-join-parts',
    text: `insert into voucher_join_part (voucher_id, movement_id, amount)
      select voucher, $1, amount from unnest($2::uuid[], $3::bigint[]) as p (voucher, amount)`,
    values: [movementId, giving.map(({ id }) => id), giving.map(({ given }) => given)],
  });
  for (const { id } of parts) await closeVoucher(session, id, 'joined', now);
}

/** Lets whatever is on a voucher be spent again. Never for a reissued one: its printed code may be anywhere. */
export async function unblockVoucher(session: Session, voucherId: VoucherId, now: Date): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'unblock-voucher',
    text: noted(`update voucher set blocked_at = null, person_blocked_at = null, unblocked_at = $2
      where id = $1 and blocked_at is not null`),
    values: [voucherId, now],
  });
  return rowCount === 1;
}

/** When a voucher ends, as the wire says it. */
export function endOf(expiresAt: Date | null): { expiresAt?: string } {
  return expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() };
}

/** Why the voucher is blocked, when it is. */
export function blockOf(row: {
  blocked_at: Date | null;
  overspent: boolean;
}): Pick<VoucherView, 'blockedBecause'> {
  if (!row.blocked_at) return {};
  return { blockedBecause: row.overspent ? 'overspend' : 'person' };
}

export type VoucherStateRow = {
  balance: Amount;
  blocked_at: Date | null;
  expires_at: Date | null;
  closed_as: ClosedAs;
};

export function voucherState(row: VoucherStateRow, now: Date): VoucherState {
  const { balance, blocked_at, expires_at, closed_as: closedAs } = row;
  return voucherStateOf({ balance, isBlocked: blocked_at !== null, expiresAt: expires_at, closedAs }, now);
}

import type { VoucherState, VoucherView } from '#src/contract/vouchers/schemas.ts';
import { voucherStateOf, type ClosedAs } from '#src/domain/voucher/voucher-validity.ts';
import type { Amount, MarketId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { Session } from '#src/server/store/database.ts';
import { isoOf, lockRow } from '#src/server/store/rows.ts';

export type NewVoucher = {
  id: VoucherId;
  owner: string;
  market: MarketId;
  /** Smallest unit shown. */
  face: Amount;
  expiresAt: Date | null;
  recordedAt: Date;
  /** A kiosk issued it, and it may have been used before the server received it. */
  isKioskSigned?: boolean | undefined;
};

/** Opens an empty voucher with its ledger account: the movement that pays for it adds the balance. */
export async function openVoucher(session: Session, voucher: NewVoucher): Promise<void> {
  const { id, owner, market, face, expiresAt, recordedAt, isKioskSigned = false } = voucher;
  await session.query({
    name: 'open-voucher',
    text: `with account as (
        insert into ledger_account (id, kind, owner_id, market_id) values ($1, 'voucher', $1, $3)
      )
      insert into voucher (id, owner_id, market_id, face, balance, short_code, expires_at, created_at, kiosk_signed)
      values ($1, $2, $3, $4, 0, $5, $6, $7, $8)`,
    values: [id, owner, market, face, shortCodeOf(id), expiresAt, recordedAt, isKioskSigned],
  });
}

/** SQL: whether no new voucher can have this id, because an account has it or a voucher its first 8 bytes. */
export const isTakenSql = (id: string): string => `(
  exists (select 1 from ledger_account where id = ${id})
  or exists (select 1 from voucher where substr(uuid_send(id), 1, 8) = substr(uuid_send(${id}), 1, 8)))`;

export async function isVoucherIdTaken(session: Session, id: string): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>({
    name: 'voucher-id-taken',
    text: `select ${isTakenSql('$1::uuid')} as taken`,
    values: [id],
  });
  return rows[0]?.taken ?? true;
}

/** SQL: movement that issued voucher `v`, by which staff identify it. */
export const issuedByColumn = `coalesce(
  (select t.movement_id from top_up t where t.voucher_id = v.id),
  (select c.movement_id from voucher_change c where c.new_voucher_id = v.id),
  (select j.movement_id from voucher_join j where j.new_voucher_id = v.id),
  (select g.movement_id from opening_balance g where g.account_id = v.id),
  (select r.movement_id from redemption r where r.voucher_id = v.id)) as issued_by`;

/** Returns the voucher that this movement issued; null when it issued none or does not exist. */
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

export type LockedVoucher = {
  id: VoucherId;
  ownerId: string;
  /** The owner, or the customer into whom the owner was merged; the same for all vouchers of one person. */
  personId: string;
  ownerName: string;
  /** The document of `personId`. */
  identificacion: string;
  marketId: MarketId;
  shortCode: string;
  /** Smallest unit shown. */
  balance: Amount;
  expiresAt: Date | null;
  blockedAt: Date | null;
  personBlockedAt: Date | null;
  closedAs: ClosedAs;
  /** overspend: blocked by a settlement with a shortfall. person: blocked by a person. */
  blocked: 'overspend' | 'person' | null;
};

/**
 * Locks the voucher until the end of the caller's transaction, so that it cannot be charged meanwhile. Null
 * when unknown.
 */
export async function lockVoucher(session: Session, id: VoucherId): Promise<LockedVoucher | null> {
  await lockRow(session, 'voucher', id);
  // In a separate statement, whose snapshot includes writes of the transaction that held the lock.
  const { rows } = await session.query<LockedVoucher>({
    name: 'locked-voucher',
    text: `select v.id, v.owner_id as "ownerId", k.id as "personId", c.owner_name as "ownerName",
        k.identificacion, v.market_id as "marketId", v.short_code as "shortCode", v.balance, v.expires_at as "expiresAt",
        v.blocked_at as "blockedAt", v.person_blocked_at as "personBlockedAt", v.closed_as as "closedAs",
        case when v.person_blocked_at is not null then 'person'
          when v.blocked_at is not null then 'overspend' end as blocked
      from voucher v join person c on c.id = v.owner_id join person k on k.id = coalesce(c.merged_into, c.id)
      where v.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** SQL: the vouchers that took over the balance of voucher `id`, the newest first. */
const replacedBy = (id: string): string => `select movement_id, new_voucher_id from voucher_change
    where voucher_id = ${id} and kind = 'reissue'
  union all select j.movement_id, j.new_voucher_id from voucher_join_part p join voucher_join j using (movement_id)
    where p.voucher_id = ${id} order by movement_id desc`;

/** SQL: a voucher and all that replaced it, one after the other. */
export const lineageOf = (id: string): string => `with recursive line (id) as (
    select ${id} union select n.new_voucher_id from line l cross join lateral (${replacedBy('l.id')}) n)
  select id from line`;

/** Locks the last of the vouchers that replaced this one, or this one: its owner's money is spendable there. */
export async function lockLastOfLine(session: Session, id: VoucherId): Promise<LockedVoucher> {
  for (let at = id; ;) {
    const voucher = await lockVoucher(session, at);
    if (!voucher) throw new Error(`voucher ${at} of a purchase is not there`);
    const { rows } = await session.query<{ new_voucher_id: VoucherId }>({
      name: 'successor-of-voucher',
      text: `${replacedBy('$1')} limit 1`,
      values: [at],
    });
    const [next] = rows;
    if (!next) return voucher;
    at = next.new_voucher_id;
  }
}

/** Lets a voucher hold more than it was issued with, by a void of a purchase with one that it replaced. */
export async function allowCredit(session: Session, id: VoucherId, amount: Pesos): Promise<void> {
  await session.query({
    name: 'allow-credit',
    text: 'update voucher set credited = credited + $2 where id = $1',
    values: [id, amount],
  });
}

/** Returns whether an open line may still take the voucher's balance: an offline sale, or a top-up whose cash was returned. */
export async function isPromised(
  session: Session,
  id: VoucherId,
  kinds: readonly ('sale' | 'cash-returned')[] = ['sale', 'cash-returned'],
): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'open-lines-of-voucher',
    text: `select 1 from conflict_line where voucher_id = $1 and kind = any ($2::text[]) and state in ('waiting', 'review') limit 1`,
    values: [id, kinds],
  });
  return rowCount > 0;
}

/**
 * SQL for a change of a block with its note in the order of commits, from which lists of changes are made.
 */
function noted(change: string): string {
  return `with changed as (${change} returning id)
    insert into voucher_block (voucher_id) select id from changed`;
}

/**
 * Blocks a voucher for purchases; its balance stays. A person's block is kept beside a settlement's, so that
 * the next sale does not take money returned by a void. Returns false when this block was already there.
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
 * Closes a voucher permanently: it counts as blocked and is never reopened. Money that a void returns later
 * stays on it for its market.
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

/**
 * Marks a voucher whose balance its market took at expiry, so that it is reported as expired rather than
 * spent.
 */
export async function markExpired(session: Session, voucherId: VoucherId): Promise<void> {
  await session.query({
    name: 'mark-expired',
    text: "update voucher set closed_as = 'expired' where id = $1 and closed_as is null",
    values: [voucherId],
  });
}

/** Closes the parts of a join and stores the amount of each. */
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

/**
 * Makes the voucher's balance spendable again. Never for a reissued voucher, of which a printed copy may
 * still exist.
 */
export async function unblockVoucher(session: Session, voucherId: VoucherId, now: Date): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'unblock-voucher',
    text: noted(`update voucher set blocked_at = null, person_blocked_at = null, unblocked_at = $2
      where id = $1 and blocked_at is not null`),
    values: [voucherId, now],
  });
  return rowCount === 1;
}

/** Returns a voucher's expiry in the wire's form. */
export function endOf(expiresAt: Date | null): { expiresAt?: string } {
  return expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() };
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

/** SQL: columns of a ShownRow, of voucher `v`. `overspent`: if it is blocked, a settlement did it and no person. */
export const shownColumns = `v.balance, v.blocked_at, v.person_blocked_at is null as overspent, v.expires_at, v.closed_as,
  v.face, v.short_code as "shortCode", ${isoOf('v.created_at')} as "createAt"`;

export type ShownRow = VoucherStateRow &
  Pick<VoucherView, 'face' | 'shortCode' | 'createAt'> & { overspent: boolean };

/** Returns a voucher in the wire's form, with its state now. */
export function toShown(row: ShownRow, now: Date) {
  const { balance: monto, overspent, blocked_at, expires_at, face, shortCode, createAt } = row;
  const state = voucherState(row, now);
  const blockedBecause = overspent ? ('overspend' as const) : ('person' as const);
  return {
    monto,
    status: state === 'ACTIVE',
    createAt,
    face,
    state,
    shortCode,
    ...endOf(expires_at),
    ...(blocked_at ? { blockedBecause } : {}),
  };
}

import assert from 'node:assert/strict';
import {
  movements,
  type MovementDetails,
  type MovementKind,
  type MovementTransfers,
} from '#src/operations/movements.ts';
import { legsOf, type Leg } from '#src/operations/transfer.ts';
import { type Amount, type MarketId, type OpId, type Points, type VoucherId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { insertRow } from '#src/server/store/rows.ts';
import { uuidV7 } from './ids.ts';
import { insertReceipts } from './receipts.ts';

type MovementOf<Kind extends MovementKind> = {
  /** Time-ordered id. */
  id: string;
  kind: Kind;
  /** Permanently unique: the database enforces "at most once" by it. */
  reference: OpId;
  /** The person, or null for the holder of a voucher's link. */
  recordedBy: string | null;
  recordedAt: Date;
  transfers: readonly MovementTransfers[Kind][];
  detail: MovementDetails[Kind];
  /** Points that the customer gains, or loses when negative. */
  points?: PointsPosting;
  /** Answer stored for the reference. Without it the caller stores one. */
  receipt?: { bodyHash: string; answer: Record<string, unknown> };
};
export type Movement = { [Kind in MovementKind]: MovementOf<Kind> }[MovementKind];
export type PointsPosting = { customerId: string; marketId: MarketId; points: Points };

/**
 * Posts a movement inside the caller's transaction: postings, voucher balances, detail row, points and
 * receipt. A voucher's balance changes only with its transfers (the purchase statement is a compiled
 * form of this function: tests/properties/three-ways.test.ts). A crash before the
 * commit leaves nothing.
 *
 * Returns the new balances by voucher. Throws 23505 when the reference is taken, and 23514 when a balance
 * would fall below 0, or a transfer names another market than its accounts'.
 */
export async function post(session: Session, movement: Movement): Promise<Map<VoucherId, Amount>> {
  const legs = legsOf(movement.transfers);
  const { kind, reference } = movement;
  // A reward without an amount only moves points.
  assert(legs.length > 0 || kind === 'redemption', `${kind} ${reference} moves nothing`);
  await openDebts(session, legs);
  const balances = await insertPostings(session, movement, legs);
  const { id: movementId, detail, points, receipt, recordedAt } = movement;
  const { table } = movements[kind];
  if (table !== null && detail !== null)
    await insertRow(session, table, { movementId, ...detail, recordedAt });
  if (points && points.points !== 0)
    await insertRow(session, 'points_entry', { movementId, leg: 1, ...points, recordedAt });
  if (receipt) {
    const { bodyHash, answer } = receipt;
    await insertReceipts(session, [{ opId: reference, bodyHash, refusal: null, answer }], recordedAt);
  }
  return balances;
}

/** A customer's debt account is opened with the first debt; every other account with its owner. */
async function openDebts(session: Session, legs: readonly Leg[]): Promise<void> {
  for (const { account } of legs)
    if (account.kind === 'debt')
      await session.query({
        name: 'open-debt-account',
        text: `insert into ledger_account (id, kind, owner_id, market_id) values ($1, 'debt', $2, $3)
          on conflict do nothing`,
        values: [uuidV7(), account.ownerId, account.marketId],
      });
}

type Posted = {
  posted: number;
  voucher: VoucherId | null;
  balance: Amount;
  /** Legs whose account belongs to another market than the caller named. */
  foreign_legs: number;
};

async function insertPostings(
  session: Session,
  { id, kind, reference, recordedBy, recordedAt }: Movement,
  legs: readonly Leg[],
): Promise<Map<VoucherId, Amount>> {
  const { rows } = await session.query<Posted>({
    name: 'post-movement',
    text: `with leg as (
        select l.n, l.kind, l.owner, l.amount, l.market as said, a.id as account,
          coalesce((select v.market_id from voucher v where l.kind = 'voucher' and v.id = l.owner), a.market_id) as market
        from unnest($6::text[], $7::uuid[], $8::uuid[], $9::bigint[]) with ordinality
          as l (kind, owner, market, amount, n)
        left join lateral (
          select d.id, d.market_id from ledger_account d
          where l.kind = 'debt' and d.kind = 'debt' and d.owner_id = l.owner and d.market_id = l.market
          union all
          select o.id, o.market_id from ledger_account o
          where o.kind <> 'debt' and o.kind = l.kind and o.owner_id = l.owner
            and (o.market_id = l.market or l.kind in ('cash', 'voucher', 'stall'))
          limit 1
        ) a on true
      ), wrong as (
        select 1 from leg where account is null or said <> market
      ), moved as (
        insert into movement (id, kind, reference, recorded_by, recorded_at) values ($1, $2, $3, $4, $5)
      ), posted as (
        insert into posting (movement_id, leg, account_id, amount)
        select $1::uuid, n, account, amount from leg
        where not exists (select 1 from wrong) returning 1
      ), changed as (
        update voucher v set balance = v.balance + c.amount
        from leg c
        where v.id = any (array(select owner from leg)) and c.kind = 'voucher' and v.id = c.owner
          and not exists (select 1 from wrong) returning v.id, v.balance
      )
      select (select count(*)::int from posted) as posted, c.id as voucher, c.balance,
        (select count(*)::int from leg where said <> market) as foreign_legs
      from (select 1) as one left join changed c on true`,
    values: [
      id,
      kind,
      reference,
      recordedBy,
      recordedAt,
      legs.map(({ account }) => account.kind),
      legs.map(({ account }) => account.ownerId),
      legs.map(({ account }) => account.marketId),
      legs.map(({ amount }) => amount),
    ],
  });
  const balances = new Map(rows.flatMap((row) => (row.voucher ? [[row.voucher, row.balance] as const] : [])));
  assert.equal(
    rows[0]?.foreign_legs,
    0,
    `${kind} ${reference} names another market than its accounts are of`,
  );
  assert.equal(rows[0]?.posted, legs.length, `${kind} ${reference} names an account that is not open`);
  const vouchers = legs.filter(({ account }) => account.kind === 'voucher');
  assert.equal(balances.size, vouchers.length, `${kind} ${reference} names an unknown voucher`);
  return balances;
}

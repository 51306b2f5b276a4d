import type { PurchaseHistoryQuery } from '#src/contract/purchases/purchase-history.ts';
import type { PurchaseLine } from '#src/contract/purchases/purchase-line.ts';
import type { PurchasePage, PurchaseRow, ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { Actor } from '#src/server/actor.ts';
import { done, type Answer } from '#src/server/answer.ts';
import { namedMarket } from '#src/server/nouns/accounts/named-market.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import {
  newestFirst,
  placeOf,
  type Dated,
  type PageAsked,
  type PageCursor,
} from '#src/server/store/records/paging.ts';
import { peopleNamed, type Named } from '#src/server/store/records/people-named.ts';
import { idsOf } from '#src/server/store/records/people.ts';
import { endOfWalk, mostWalked } from '#src/server/store/records/walk.ts';
import { isoOf } from '#src/server/store/rows.ts';

type Row = Dated<Omit<PurchaseRow, 'byHolder' | 'lines' | 'voided' | 'missing' | 'reason' | 'shortCode'>> & {
  voucherId: VoucherId;
  missing: Amount;
  reason: ConflictReason | null;
  byHolder: boolean;
  lines: PurchaseLine[] | null;
  voided: PurchaseRow['voided'] | null;
};
/** Columns of a line of history, for `from purchase b` and `purchaseJoins`. */
const purchaseColumns = `b.movement_id as id, b.code as "codeCompra", b.amount as price, b.points - coalesce(x.points, 0) as points, b.voucher_id as "voucherId",
  b.stall_id as "estanteId", s.stall_name as "estanteName", m.name as "marketName", c.owner_name as "userName",
  b.recorded_at as at, (select v.recorded_by is null from movement v where v.id = b.movement_id) as "byHolder",
  b.missing, b.reason, case when x.purchase_id is not null then
    json_build_object('createAt', ${isoOf('x.recorded_at')}, 'reason', x.reason) end as voided,
  (select json_agg(json_build_object('name', l.name, 'unit', l.unit, 'quantity', l.quantity, 'amount', l.amount) order by l.n)
    from movement v join purchase_line l on l.reference = v.reference where v.id = b.movement_id) as lines`;
const purchaseJoins = `join person s on s.id = b.stall_id join market m on m.id = b.market_id
  join person c on c.id = b.customer_id left join purchase_void x on x.purchase_id = b.movement_id`;

/**
 * Lists purchases of a voucher for the holder of its link, or of a customer for staff, newest first. A market sees a customer's purchases at its stalls or
 * with its vouchers; `marketId` null sees all.
 */
export async function listPurchases(
  { database }: { database: Database },
  of: { voucherId: VoucherId } | { customerId: string; marketId: MarketId | null },
  page: PageAsked,
): Promise<PurchasePage> {
  const { limit, after } = placeOf(page);
  const { rows } = await database.query<Row>({
    name: 'voucherId' in of ? 'purchases-of-voucher' : 'purchases-of-customer',
    text: `select ${purchaseColumns} from purchase b ${purchaseJoins}
      where ${'voucherId' in of ? 'b.voucher_id = $1' : `b.customer_id = ${idsOf('$1::uuid')}`}
        and ($5::uuid is null or b.market_id = $5
          or (select v.market_id from voucher v where v.id = b.voucher_id) = $5)
        and ($2::timestamptz is null or (b.recorded_at, b.movement_id) < ($2, $3::uuid))
      order by b.recorded_at desc, b.movement_id desc limit $4`,
    values: [
      'voucherId' in of ? of.voucherId : of.customerId,
      ...after,
      limit + 1,
      'voucherId' in of ? null : of.marketId,
    ],
  });
  return newestFirst(rows, limit, toPurchase);
}

/** Lists purchases at a market's stalls, newest first. A stall sees only its own rows, whatever stall it requests. */
export async function listMarketPurchases(
  { database }: { database: Database },
  actor: Actor,
  market: string,
  query: PurchaseHistoryQuery,
): Promise<Answer<PurchasePage>> {
  const found = await namedMarket({ database }, actor, market);
  if (!found.ok) return found;
  const stallId = actor.userType === 'ESTANTE' ? actor.id : (query.estanteId ?? null);
  const { limit, cursor, after } = placeOf(query);
  const named = query.q ? await resolveNameSearch(database, query.q) : null;
  // A stall is looked up only by its own index: with the market's as well, PostgreSQL would read both in
  // full.
  const scope = `${
    stallId === null
      ? '$2::uuid is null and b.market_id = $1'
      : `b.stall_id = $2 and exists
      (select 1 from person o where o.id = b.stall_id and o.market_id = $1)`
  }
    and ($3::timestamptz is null or b.recorded_at >= $3) and ($4::timestamptz is null or b.recorded_at < $4)
    and ($5::timestamptz is null or (b.recorded_at, b.movement_id) < ($5, $6::uuid))`;
  const values = [found.value.id, stallId, query.from ?? null, query.to ?? null, ...after];
  const walk = {
    rows: `from purchase b where ${scope}`,
    by: 'b.recorded_at',
    values,
    cursor,
    most: mostWalked.purchases,
  };
  const end = named?.ids === null ? await endOfWalk(database, walk) : null;
  const { rows } = await database.query<Row>({
    name: stallId === null ? 'purchases-of-market' : 'purchases-of-stall',
    text: `select ${purchaseColumns} from purchase b ${purchaseJoins}
      where ${scope} and ${isSearched(named, scope)}
        and ${end === null ? '$10::timestamptz is null' : 'b.recorded_at >= $10'}
      order by b.recorded_at desc, b.movement_id desc limit $9`,
    values: [
      ...values,
      named && (named.ids ?? named.patterns),
      query.q?.toUpperCase() ?? null,
      limit + 1,
      end?.at ?? null,
    ],
  });
  return done(newestFirst(rows, limit, toPurchase, end));
}

/** "C-7K4M2QXD". No name has this form. */
const purchaseCode = /^c-[0-9a-z]{8,12}$/i;

async function resolveNameSearch(session: Session, typed: string): Promise<Named> {
  return purchaseCode.test(typed) ? { ids: [], patterns: [] } : peopleNamed(session, typed);
}

/**
 * SQL: each search condition in a separate query with its own index. Joined by `or`, they would compare a
 * market's whole history.
 */
function isSearched(named: Named | null, scope: string): string {
  if (named === null) return '$7::text[] is null and $8::text is null';
  if (named.ids === null)
    return `(b.code = $8 or c.search_text like any ($7::text[]) or s.search_text like any ($7::text[]))`;
  const newest = (
    column: string,
  ): string => `select f.movement_id from unnest($7::uuid[]) as named (id) cross join lateral (
      select b.movement_id from purchase b where b.${column} = named.id and ${scope}
      order by b.recorded_at desc, b.movement_id desc limit $9) f`;
  return `b.movement_id in (select movement_id from purchase where code = $8
    union ${newest('customer_id')} union ${newest('stall_id')})`;
}

function toPurchase(
  { voucherId, byHolder, lines, voided, missing, reason, ...row }: Omit<Row, keyof PageCursor>,
  createAt: string,
): PurchaseRow {
  return {
    ...row,
    shortCode: shortCodeOf(voucherId),
    ...(reason && { missing, reason }),
    createAt,
    ...(byHolder && { byHolder: true }),
    ...(lines && { lines }),
    ...(voided && { voided }),
  };
}

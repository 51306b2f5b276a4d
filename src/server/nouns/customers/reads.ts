import type { CustomerDetail, CustomerListQuery, CustomerPage } from '#src/contract/customers/schemas.ts';
import { defaultPageSize } from '#src/contract/limits.ts';
import { startOfToday } from '#src/domain/time/market-clock.ts';
import type { Amount, Points, VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { marketScope, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { pointsColumn } from '#src/server/ledger/points.ts';
import { issuedByColumn, shownColumns, toShown, type ShownRow } from '#src/server/ledger/vouchers.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  isInPart,
  readPeoplePage,
  valuesOfPart,
  type NamePart,
  type Read,
} from '#src/server/store/records/by-name.ts';
import { readConsents } from '#src/server/store/records/consents.ts';
import { idOfText, type SortedCursor } from '#src/server/store/records/paging.ts';
import { isCommon, isMeant, peopleOfDocument } from '#src/server/store/records/people-named.ts';
import {
  idsOf,
  peopleContaining,
  personColumns,
  personSorts,
  personTables,
  toUser,
  type PersonRow,
} from '#src/server/store/records/people.ts';
import { sortedEndOfWalk } from '#src/server/store/records/walk.ts';
import { hasDouble, readDoubles } from './doubles.ts';

/** Customers belong to the region. A market sees the vouchers that it issued and the points that were earned there. */
type CustomerDeps = { database: Database; now: () => Date; timeZone: string };

type Holdings = { points: Points; balance: Amount; vouchers: number };
type CustomerRow = PersonRow & Holdings & { sort_key: string };

/**
 * SQL: a customer's spendable vouchers and points, as visible to market $3, or all when it is null; `now` is
 * $4.
 */
const holdingsOf = (today: string): string => `
  left join lateral (
    select coalesce(sum(v.balance), 0)::bigint as balance, count(*)::int as vouchers from voucher v
    where v.owner_id = ${idsOf('p.id')} and ($3::uuid is null or v.market_id = $3) and v.balance > 0 and v.blocked_at is null
      and (v.expires_at is null or v.expires_at > $4)
  ) h on true
  left join lateral (
    select ${pointsColumn(today)} from points_entry e
    where e.customer_id = ${idsOf('p.id')} and ($3::uuid is null or e.market_id = $3)
  ) e on true`;

/** Returns customers by page. Balances and points are read only for the rows of the page. */
export async function listCustomers(
  { database: session, now: clock, timeZone }: CustomerDeps,
  actor: Actor,
  query: CustomerListQuery,
): Promise<CustomerPage> {
  const now = clock();
  const limit = query.limit ?? defaultPageSize;
  const sort = query.sort ?? 'name';
  const { by, key, read: readKey, isDescending } = personSorts[sort];
  const isDeleted = query.deleted === 'true';
  const direction = isDescending ? 'desc' : 'asc';
  const order = `${by} ${direction}, p.id ${direction}`;
  const ofDocument = query.q && !isDeleted ? await peopleOfDocument(session, query.q) : [];
  const isCommonName = query.q && ofDocument.length === 0 ? await isCommon(session, query.q) : false;
  const meant = ofDocument.length > 0 ? 'p.id = any ($1::uuid[])' : isMeant('$1', isCommonName);
  const isOfDoubles = query.doubles === 'true';
  // Doubles are found by a scan.
  const isWalked = isCommonName || isOfDoubles;
  const scopeOf = (part: NamePart, first: number): string =>
    `p.user_type = 'USUARIO' and p.visible = ${isDeleted ? 'false and p.merged_into is null and p.forgotten_at is null' : 'true'}
      and ($${first}::text is null or (${by}, p.id) ${isDescending ? '<' : '>'} (${readKey(`$${first}`)}, $${first + 1}::uuid))
      ${isInPart(part, first + 2)}`;
  const read = async (
    part: NamePart,
    from: SortedCursor | null,
    most: number,
  ): Promise<Read<CustomerRow>> => {
    const scoped = [from?.key ?? null, from?.id ?? null, ...valuesOfPart(part, query.q ?? '')];
    const walk = { rows: `from person p where ${scopeOf(part, 1)}`, key, order, values: scoped };
    const walkedTo = isWalked && part !== 'begins' ? await sortedEndOfWalk(session, walk) : null;
    const { rows } = await session.query<CustomerRow>({
      // Planned anew for each search: a rare name is looked up by index, and a common one is soon found by
      // scanning the list.
      ...(query.q
        ? {}
        : {
            name: `customers-${sort}${isDeleted ? '-deleted' : ''}${isOfDoubles ? '-doubles' : ''}`,
          }),
      text: `with page as (
        select ${personColumns}, ${key} as sort_key from ${personTables}
        where ${scopeOf(part, 8)}
          ${isOfDoubles ? `and ${hasDouble}` : ''}
          and ${query.q ? meant : '$1::text[] is null'}
          and ($5::text is null or (${by}, p.id) ${isDescending ? '>=' : '<='} (${readKey('$5')}, $6::uuid))
        order by ${order} limit $2
      )
      select p.*, h.balance, h.vouchers, e.points from page p ${holdingsOf('$7::timestamptz')}
      order by p.sort_key ${direction}, p.id ${direction}`,
      values: [
        query.q ? (ofDocument.length > 0 ? ofDocument : peopleContaining(query.q)) : null,
        most,
        marketScope(actor),
        now,
        walkedTo?.key ?? null,
        walkedTo?.id ?? null,
        startOfToday(now, timeZone),
        ...scoped,
      ],
    });
    return { rows, walkedTo };
  };
  const { shown, nextCursor } = await readPeoplePage({ ...query, sort }, limit, read);
  return {
    items: shown.map((row) => ({
      ...toUser(row),
      balance: row.balance,
      points: row.points,
      vouchers: row.vouchers,
    })),
    nextCursor,
  };
}

type Voucher = CustomerDetail['vouchers'][number];
type VoucherRow = ShownRow &
  Pick<Voucher, 'globalMarketId' | 'marketName' | 'isToppedUp'> & {
    issued_by: string;
    reissued_as: VoucherId | null;
  };

/**
 * Returns one customer, also a deleted one, with the vouchers that this market issued, or all when null,
 * newest first.
 */
export async function findCustomer(
  { database: session, now: clock, timeZone }: CustomerDeps,
  actor: Actor,
  id: string,
): Promise<Answer<CustomerDetail>> {
  const marketId = marketScope(actor);
  const now = clock();
  const people = await session.query<PersonRow & Holdings>({
    name: 'customer',
    text: `with p as (
        select ${personColumns} from ${personTables} where p.user_type = 'USUARIO' and p.id = $1::uuid limit $2
      ) select p.*, h.balance, h.vouchers, e.points from p ${holdingsOf('$5::timestamptz')}`,
    values: [idOfText(id), 1, marketId, now, startOfToday(now, timeZone)],
  });
  const person = people.rows[0];
  if (!person) return refuse('UNKNOWN_CUSTOMER');
  const { rows } = await session.query<VoucherRow>({
    name: 'vouchers-of-customer',
    text: `select ${shownColumns}, m.code as "globalMarketId", m.name as "marketName", ${issuedByColumn},
        coalesce((select x.new_voucher_id from voucher_change x where x.voucher_id = v.id and x.kind = 'reissue'
          order by x.recorded_at desc limit 1), (select j.new_voucher_id from voucher_join_part p
          join voucher_join j on j.movement_id = p.movement_id where p.voucher_id = v.id)) as reissued_as,
        exists (select 1 from top_up u where u.voucher_id = v.id) as "isToppedUp"
      from voucher v join market m on m.id = v.market_id
      where v.owner_id = ${idsOf('$1::uuid')} and ($2::uuid is null or v.market_id = $2)
      order by v.created_at desc, v.id desc limit 200`,
    values: [person.id, marketId],
  });
  return done({
    client: toUser(person),
    consents: await readConsents(session, person.id),
    sameNumber: person.visible ? await readDoubles(session, person) : [],
    balance: person.balance,
    points: person.points,
    vouchers: rows.map((row) => toVoucher(row, now)),
  });
}

function toVoucher(row: VoucherRow, now: Date): Voucher {
  const { issued_by: _id, globalMarketId, marketName, isToppedUp, reissued_as: reissued } = row;
  const reissuedAs = reissued === null ? {} : { reissuedAs: shortCodeOf(reissued) };
  return { _id, ...toShown(row, now), globalMarketId, marketName, isToppedUp, ...reissuedAs };
}

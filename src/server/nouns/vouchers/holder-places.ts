import { maxPageSize } from '#src/contract/limits.ts';
import type { MarketContact, OpenPointPage } from '#src/contract/markets/place-calls.ts';
import type { Stall, StallPage } from '#src/contract/markets/stall.ts';
import type { MarketCode, VoucherId } from '#src/protocol/brands.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  pageOfRows,
  plainOrder,
  readSortedCursor,
  writeSortedCursor,
  type PageAsked,
} from '#src/server/store/records/paging.ts';
import { isActive } from '#src/server/store/records/people.ts';

/**
 * Returns stalls where a voucher may be spent: those of its market, then those of the region, each by market
 * and name.
 */
export async function listStallsOfVoucher(
  { database }: { database: Database },
  voucherId: VoucherId,
  asked: PageAsked,
): Promise<Answer<StallPage>> {
  const page = await readPlaces(database, 'ESTANTE', voucherId, asked);
  if (page === null) return refuse('UNKNOWN_VOUCHER');
  return done({ ...page, items: page.items.map(({ name, ...stall }) => ({ ...stall, estanteName: name })) });
}

/** Returns points where its holder may top up, in the same order. */
export async function listPointsOfVoucher(
  { database }: { database: Database },
  voucherId: VoucherId,
  asked: PageAsked,
): Promise<Answer<OpenPointPage>> {
  const page = await readPlaces(database, 'RECARGA', voucherId, asked);
  if (page === null) return refuse('UNKNOWN_VOUCHER');
  return done({ ...page, items: page.items.map(({ name, ...point }) => ({ ...point, pointName: name })) });
}

/** Returns whom the holder calls about a purchase with this voucher. */
export async function findMarketOfPurchase(
  { database }: { database: Database },
  voucherId: VoucherId,
  codeCompra: string,
): Promise<Answer<MarketContact>> {
  const { rows } = await database.query<MarketContact>({
    name: 'market-of-purchase',
    text: `select m.name as "marketName", g.phone
      from purchase b join market m on m.id = b.market_id join person g on g.id = m.id
      where b.voucher_id = $1 and b.code = $2`,
    values: [voucherId, codeCompra],
  });
  return rows[0] ? done(rows[0]) : refuse('UNKNOWN_PURCHASE');
}

/** Column with a place's name, by account kind. */
const nameColumn = { ESTANTE: 's.stall_name', RECARGA: 's.owner_name' } as const;

type Place = Omit<Stall, 'estanteName'> & { name: string };

/** Returns null when there is no such voucher. */
async function readPlaces(
  database: Database,
  userType: keyof typeof nameColumn,
  voucherId: VoucherId,
  { limit = maxPageSize, cursor }: PageAsked,
): Promise<{ items: Place[]; nextCursor: string | null; ownMarketId: MarketCode } | null> {
  const after = readSortedCursor(cursor);
  const { rows: vouchers } = await database.query<{ market_id: string; code: MarketCode }>({
    name: 'market-of-voucher',
    text: 'select v.market_id, m.code from voucher v join market m on m.id = v.market_id where v.id = $1',
    values: [voucherId],
  });
  const [voucher] = vouchers;
  if (!voucher) return null;
  const name = nameColumn[userType];
  const { rows } = await database.query<Place & { key: string }>({
    name: `places-of-voucher-${userType}`,
    text: `with listed as (
        select s.id as _id, ${name} as name, m.code as "globalMarketId", m.name as "marketName",
          (case when m.id = $1 then '0 ' else '1 ' end || ${plainOrder('m.name')} || ' ' || m.code || ' '
            || ${plainOrder(name)}) collate "C" as key
        from person s join market m on m.id = s.market_id join person g on g.id = m.id
        where s.user_type = '${userType}' and ${isActive('s')} and ${isActive('g')}
      )
      select * from listed where $2::text is null or (key, _id) > ($2 collate "C", $3::uuid)
      order by key, _id limit $4`,
    values: [voucher.market_id, after?.key ?? null, after?.id ?? null, limit + 1],
  });
  const { shown, nextCursor } = pageOfRows(rows, limit, ({ key, _id }) =>
    writeSortedCursor({ key, id: _id }),
  );
  const items = shown.map(({ key: _key, ...place }) => place);
  return { items, nextCursor, ownMarketId: voucher.code };
}

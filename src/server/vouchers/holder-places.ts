import type { MarketCode, VoucherId } from '#src/contract/brands.ts';
import { maxPageSize } from '#src/contract/limits.ts';
import type { Stall, StallPage } from '#src/contract/markets/stall.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import { isActive } from '#src/server/store/active-person.ts';
import type { Database } from '#src/server/store/database.ts';
import { pageOfRows, plainOrder, readSortedCursor, writeSortedCursor } from '#src/server/store/paging.ts';

/** Where a voucher may be spent: the stalls of its own market, then those of the region, each by market and name. */
export async function listStallsOfVoucher(
  { database }: { database: Database },
  voucherId: VoucherId,
  { limit = maxPageSize, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Answer<StallPage>> {
  const after = readSortedCursor(cursor);
  const { rows: vouchers } = await database.query<{ market_id: string; code: MarketCode }>({
    name: 'market-of-voucher',
    text: 'select v.market_id, m.code from voucher v join market m on m.id = v.market_id where v.id = $1',
    values: [voucherId],
  });
  const [voucher] = vouchers;
  if (!voucher) return refuse('UNKNOWN_VOUCHER');
  const { rows } = await database.query<Stall & { key: string }>({
    name: 'stalls-of-voucher',
    text: `with listed as (
        select s.id, s.stall_name, m.code, m.name,
          (case when m.id = $1 then '0 ' else '1 ' end || ${plainOrder('m.name')} || ' ' || m.code || ' '
            || ${plainOrder('s.stall_name')}) collate "C" as key
        from person s join market m on m.id = s.market_id join person g on g.id = m.id
        where s.user_type = 'ESTANTE' and ${isActive('s')} and ${isActive('g')}
      )
      select id as "_id", stall_name as "estanteName", code as "globalMarketId", name as "marketName", key from listed
      where $2::text is null or (key, id) > ($2 collate "C", $3::uuid)
      order by key, id limit $4`,
    values: [voucher.market_id, after?.key ?? null, after?.id ?? null, limit + 1],
  });
  const { shown, nextCursor } = pageOfRows(rows, limit, ({ key, _id }) =>
    writeSortedCursor({ key, id: _id }),
  );
  const items = shown.map(({ key: _key, ...stall }) => stall);
  return done({ items, nextCursor, ownMarketId: voucher.code });
}

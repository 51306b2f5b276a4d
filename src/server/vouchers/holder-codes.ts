import type { Amount, VoucherId } from '#src/contract/brands.ts';
import { toAmount } from '#src/contract/brands.ts';
import type { HolderCodes } from '#src/contract/money/voucher.ts';
import { done, refuse, type Answer } from '#src/server/http/answer.ts';
import { endOf } from '#src/server/ledger/vouchers.ts';
import { idsOf } from '#src/server/store/people.ts';
import type { Database } from '#src/server/store/database.ts';

const shownAtMost = 100;

type Row = {
  id: VoucherId | null;
  balance: Amount;
  created_at: Date;
  expires_at: Date | null;
  total: Amount;
  count: number;
};

/** What the owner of this voucher may spend now, on this paper and all others, of whichever market. */
export async function findHolderCodes(
  deps: { database: Database; now: () => Date },
  voucherId: VoucherId,
): Promise<Answer<HolderCodes>> {
  const { rows } = await deps.database.query<Row>({
    name: 'codes-of-holder',
    text: `select v.id, v.balance, v.created_at, v.expires_at, sum(v.balance) over ()::bigint as total,
        count(v.id) over ()::int as count
      from voucher asked join person o on o.id = asked.owner_id
        left join voucher v on v.owner_id = ${idsOf('coalesce(o.merged_into, o.id)')} and v.balance > 0
        and v.blocked_at is null and (v.expires_at is null or v.expires_at > $2)
      where asked.id = $1
      order by v.created_at desc, v.id desc limit $3`,
    values: [voucherId, deps.now(), shownAtMost],
  });
  const [first] = rows;
  if (!first) return refuse('UNKNOWN_VOUCHER');
  if (first.id === null) return done({ total: toAmount(0), count: 0, codes: [] });
  return done({
    total: first.total,
    count: first.count,
    codes: rows.map(({ id, balance, created_at, expires_at }) => ({
      monto: balance,
      createAt: created_at.toISOString(),
      ...endOf(expires_at),
      isThis: id === voucherId,
    })),
  });
}

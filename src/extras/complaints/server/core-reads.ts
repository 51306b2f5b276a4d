import type { MarketId } from '#src/contract/brands.ts';
import type { KeptOfExtras } from '#src/contract/customers/kept.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import { idsOf } from '#src/server/records/people.ts';
import type { Session } from '#src/server/store/database.ts';

/** Returns the market's unanswered complaints and how many of them are overdue. */
export async function countOpen(
  session: Session,
  marketId: MarketId,
  now: Date,
): Promise<MarketToday['complaints']> {
  const { rows } = await session.query<MarketToday['complaints']>({
    name: 'open-complaints',
    text: `select count(*)::int as count, (count(*) filter (where due_at < $2))::int as overdue
      from complaint where market_id = $1 and answered_at is null`,
    values: [marketId, now],
  });
  return rows[0] ?? { count: 0, overdue: 0 };
}

/** Returns how many complaints were filed in the period, by stall. */
export async function countByStall(
  session: Session,
  { market, from, to }: { market: MarketId; from: Date; to: Date },
): Promise<Map<string, { complaints: number }>> {
  const { rows } = await session.query<{ stall_id: string; count: number }>({
    name: 'complaints-by-stall',
    text: `select stall_id, count(*)::int as count from complaint
      where market_id = $1 and filed_at >= $2 and filed_at < $3 group by stall_id`,
    values: [market, from, to],
  });
  return new Map(rows.map(({ stall_id, count }) => [stall_id, { complaints: count }]));
}

export function readComplaintsOfCustomer(
  read: <Item>(name: string, text: string) => Promise<Item[]>,
): Promise<KeptOfExtras['complaints']> {
  return read(
    'complaints',
    `select 'R-' || lpad(k.number::text, 4, '0') as code, s.stall_name as place, k.reason, k.words,
        k.stall_words as "stallWords", k.answer_words as "answerWords", k.filed_at as at, k.market_id
      from complaint k join purchase b on b.movement_id = k.purchase_id join person s on s.id = k.stall_id
      where b.customer_id = ${idsOf('$1::uuid')}`,
  );
}

export async function countOpenOf(session: Session, customerIds: readonly string[]): Promise<number> {
  const { rows } = await session.query<{ count: number }>({
    name: 'open-complaints-of-customer',
    text: `select count(*)::int as count from complaint k join purchase b on b.movement_id = k.purchase_id
      where b.customer_id = any ($1::uuid[]) and k.answered_at is null`,
    values: [customerIds],
  });
  return rows[0]?.count ?? 0;
}

export async function forgetWords(session: Session, customerIds: readonly string[]): Promise<void> {
  await session.query({
    name: 'forget-complaints',
    // A refusal requires a reason: the text is emptied, but the fact that there was one is kept.
    text: `update complaint set words = '', stall_words = '',
        answer_words = case when answer_words = '' then '' else '—' end
      where purchase_id in (select movement_id from purchase where customer_id = any ($1::uuid[]))`,
    values: [customerIds],
  });
}

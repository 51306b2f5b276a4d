import type { Database } from '#src/server/store/database.ts';

/** Number of honest acts, and of those that met a rule against fraud. */
export type RuleMet = {
  rule: string;
  of: 'sales' | 'top-ups' | 'redemptions' | 'codes typed';
  met: number;
  among: number;
};

export type RulesMet = {
  rules: RuleMet[];
  /** Amounts beyond a stall's daily limit without review, smallest unit shown. */
  unusual: number;
  /** Highest unreceived cash of a point, smallest unit shown. */
  fullestTill: number;
};

type Asked = {
  /** Zone of the market's days. */
  timeZone: string;
  /**
   * Limit without review of each of a stall's first three days, smallest unit shown; its market's setting by
   * default.
   */
  newStallDay?: number;
};

/**
 * Returns how many sales and top-ups of a database met a rule against fraud. Refusals and lines are read from
 * the server's tables. Excessive amounts are computed here from the purchases and postings, without any code
 * of those rules.
 */
export async function readRulesMet(
  database: Pick<Database, 'query'>,
  { timeZone, newStallDay }: Asked,
): Promise<RulesMet> {
  const { rows } = await database.query<{
    sales: number;
    topUps: number;
    redemptions: number;
    typed: number;
    full: number;
    credit: number;
    rewards: number;
    manyTyped: number;
    unusual: number;
    unusualSum: number;
    overCeiling: number;
    fullestTill: number;
  }>({
    text: `with recursive ${daysOfStalls}, ${tills}
      select (select count(*) from purchase)::int as sales, (select count(*) from top_up)::int as "topUps",
        (select count(*) from redemption)::int as redemptions, (select count(*) from typed_look_up)::int as typed,
        ${refusedAs('TILL_FULL')} as full, ${refusedAs('CLEARING_LIMIT')} as credit, ${refusedAs('REWARDS_OF_DAY')} as rewards,
        (select count(*) from (select count(*) over (partition by stall_id order by looked_at range '1 hour' preceding) as in_hour
          from typed_look_up) t where in_hour > 40)::int as "manyTyped",
        (select count(*) from counted c join allowed a using (stall, day) where c.amount > 0 and c.so_far > a.allowed)::int as unusual,
        (select coalesce(sum(greatest(0, d.taken - a.allowed)), 0) from days d join allowed a using (stall, day))::bigint as "unusualSum",
        (select count(*) from purchase b join top_up t on t.voucher_id = b.voucher_id join held h on h.id = t.movement_id
          where h.so_far > h.ceiling)::int as "overCeiling",
        (select coalesce(max(so_far), 0) from held)::bigint as "fullestTill"`,
    values: [timeZone, newStallDay ?? null],
  });
  const [found] = rows;
  if (!found) throw new Error('a statement of sums has no row');
  const { sales, topUps, redemptions, typed } = found;
  const [askedSales, askedTopUps] = [sales + found.credit, topUps + found.full];
  return {
    rules: [
      { rule: 'TILL_FULL: the till holds its ceiling', of: 'top-ups', met: found.full, among: askedTopUps },
      { rule: 'unusual takings of a stall', of: 'sales', met: found.unusual, among: askedSales },
      { rule: 'voucher of a point over its ceiling', of: 'sales', met: found.overCeiling, among: askedSales },
      { rule: 'CLEARING_LIMIT: the credit line', of: 'sales', met: found.credit, among: askedSales },
      {
        rule: 'REWARDS_OF_DAY',
        of: 'redemptions',
        met: found.rewards,
        among: redemptions + found.rewards,
      },
      { rule: 'more than forty in an hour', of: 'codes typed', met: found.manyTyped, among: typed },
    ],
    unusual: found.unusualSum,
    fullestTill: found.fullestTill,
  };
}

/** Returns the percentage of sales, or of top-ups, that met any rule. */
export function percentMet({ rules }: RulesMet, of: RuleMet['of']): number {
  const some = rules.filter((one) => one.of === of);
  const among = some[0]?.among ?? 0;
  return among === 0 ? 0 : (100 * some.reduce((sum, { met }) => sum + met, 0)) / among;
}

/** SQL: calls refused with this code, and devices' lines with this reason. */
function refusedAs(code: string): string {
  return `((select count(*) from receipt where refusal = '${code}') + (select count(*) from sale_conflict where reason = '${code}'))::int`;
}

/**
 * SQL: `counted`, each sale with its stall's total of that day; `allowed`, a stall's daily amount paid
 * without review. A released amount counts as paid.
 */
const daysOfStalls = `sold as (
    select b.movement_id as id, b.stall_id as stall, b.recorded_at as at, (b.recorded_at at time zone $1::text)::date as day,
      b.amount - coalesce((select sum(v.amount) from purchase_void v where v.purchase_id = b.movement_id), 0) as amount
    from purchase b
  ), counted as (
    select stall, day, amount, sum(amount) over (partition by stall, day order by at, id) as so_far from sold
  ), released as (
    select stall_id as stall, day, sum(amount) as amount from taking_review where verdict = 'RELEASED' group by stall_id, day
  ), days as (
    select s.stall, s.day, s.taken, coalesce(r.amount, 0) as released, coalesce($2::bigint, m.new_stall_day) as at_first,
      row_number() over (partition by s.stall order by s.day) as n
    from (select stall, day, sum(amount) as taken from sold group by stall, day having sum(amount) > 0) s
      join person p on p.id = s.stall join market m on m.id = p.market_id
      left join released r on r.stall = s.stall and r.day = s.day
  ), allowed as (
    select stall, day, n, at_first::numeric as allowed, array[least(taken, at_first + released)] as paid from days where n = 1
    union all
    select d.stall, d.day, d.n, u.allowed, a.paid || least(d.taken, u.allowed + d.released)
    from allowed a join days d on d.stall = a.stall and d.n = a.n + 1 cross join lateral (
      select case when a.n < 3 then d.at_first
        else greatest(500000, 3 * floor(percentile_cont(0.5) within group (order by paid)))::numeric end as allowed
      from unnest(a.paid[greatest(1, a.n - 19):]) as paid) u
  )`;

/** SQL: `held`, a point's unreceived cash after each movement, in the order of writing. */
const tills = `held as (
    select m.id, k.ceiling, sum(k.amount) over (partition by k.point order by m.xid, m.id) as so_far
    from (select p.movement_id, a.owner_id as point, 0 - sum(p.amount) as amount, min(g.till_ceiling) as ceiling
        from ledger_account a join market g on g.id = a.market_id join posting p on p.account_id = a.id
        where a.kind = 'cash' and a.owner_id <> a.market_id group by p.movement_id, a.owner_id) k
      join movement m on m.id = k.movement_id
  )`;

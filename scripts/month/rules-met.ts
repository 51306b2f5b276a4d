import type { Database } from '#src/server/store/database.ts';

/** Number of honest acts, and of those that met a rule against fraud. */
export type RuleMet = {
  rule: string;
  of: 'sales' | 'top-ups' | 'redemptions';
  met: number;
  among: number;
};

export type RulesMet = {
  rules: RuleMet[];
  /** Highest unreceived cash of a point, smallest unit shown. */
  fullestTill: number;
};

/** Returns how many sales and top-ups of a database met a rule against fraud. */
export async function readRulesMet(database: Pick<Database, 'query'>): Promise<RulesMet> {
  const { rows } = await database.query<{
    sales: number;
    topUps: number;
    redemptions: number;
    full: number;
    credit: number;
    rewards: number;
    fullestTill: number;
  }>({
    text: `with ${tills}
      select (select count(*) from purchase)::int as sales, (select count(*) from top_up)::int as "topUps",
        (select count(*) from redemption)::int as redemptions,
        ${refusedAs('TILL_FULL')} as full, ${refusedAs('CLEARING_LIMIT')} as credit, ${refusedAs('REWARDS_OF_DAY')} as rewards,
        (select coalesce(max(so_far), 0) from held)::bigint as "fullestTill"`,
  });
  const [found] = rows;
  if (!found) throw new Error('a statement of sums has no row');
  const { sales, topUps, redemptions } = found;
  const [askedPurchases, askedTopUps] = [sales + found.credit, topUps + found.full];
  return {
    rules: [
      { rule: 'TILL_FULL: the till holds its ceiling', of: 'top-ups', met: found.full, among: askedTopUps },
      { rule: 'CLEARING_LIMIT: the credit line', of: 'sales', met: found.credit, among: askedPurchases },
      {
        rule: 'REWARDS_OF_DAY',
        of: 'redemptions',
        met: found.rewards,
        among: redemptions + found.rewards,
      },
    ],
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
  return `((select count(*) from receipt where refusal = '${code}') + (select count(*) from conflict_line where reason = '${code}'))::int`;
}

/** SQL: `held`, a point's unreceived cash after each movement, in the order of writing. */
const tills = `held as (
    select sum(k.amount) over (partition by k.point order by m.xid, m.id) as so_far
    from (select p.movement_id, a.owner_id as point, 0 - sum(p.amount) as amount
        from ledger_account a join posting p on p.account_id = a.id
        where a.kind = 'cash' and a.owner_id <> a.market_id group by p.movement_id, a.owner_id) k
      join movement m on m.id = k.movement_id
  )`;

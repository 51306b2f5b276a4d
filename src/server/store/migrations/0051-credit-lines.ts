/**
 * How much a market may owe the others, and how much its rewards may give in a day. `credit_left`: what a market may still owe, by its
 * running sums and what came after them, as ledger/days/account-sum.ts reads an account; where the sums are too far behind, by all of its
 * postings. The planner asks it last.
 */
export const creditLines = {
  id: '0051-credit-lines',
  servesOlder: true,
  sql: `
alter table market add column credit_line bigint not null default 200000000 check (credit_line >= 0);
alter table market add column rewards_per_day bigint not null default 1000000 check (rewards_per_day >= 0);

create index redemption_money on redemption (market_id, recorded_at) where amount is not null;

create function credit_left(debtor uuid) returns bigint language sql stable cost 10000 as $$
  select m.credit_line - coalesce((
    with cursor as (select xid from ledger_day_cursor where id = 1 and xid > 0),
      fresh as materialized (
        select id from movement where xid >= (select xid from cursor) order by xid limit 2001)
    select coalesce((
        select sum(s.total) from ledger_sum s where s.market_id = m.id and s.account_kind = 'clearing'), 0)
      + coalesce((
        select sum(p.amount) from fresh f cross join lateral
          (select sum(amount) as amount from posting where account_id = a.id and movement_id = f.id) p), 0)
    from cursor where (select count(*) from fresh) <= 2000
  ), (select sum(amount) from account_posting where account_id = a.id), 0)::bigint
  from market m join ledger_account a on a.kind = 'clearing' and a.owner_id = m.id
  where m.id = debtor
$$;
`,
};

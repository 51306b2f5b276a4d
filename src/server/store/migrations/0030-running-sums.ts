/**
 * What each account has come to, folded beside the day sums: balances are read without adding up every day there ever was. New rows of
 * the ledger are found by a tree instead of a map of blocks, which is read whole each time and knows nothing of its last blocks. The day
 * sums say themselves where their days begin; a running server throws none of them away.
 *
 * Costs one pass over the day sums and one over `movement`, which takes no new rows meanwhile: seconds for a million.
 */
export const runningSums = {
  id: '0030-running-sums',
  sql: `
create table ledger_sum (
  market_id uuid not null references market (id),
  account_kind text not null,
  owner_id uuid not null,
  movement_kind text not null,
  count bigint not null,
  total bigint not null,
  primary key (market_id, account_kind, owner_id, movement_kind)
);
insert into ledger_sum (market_id, account_kind, owner_id, movement_kind, count, total)
select market_id, account_kind, owner_id, movement_kind, sum(count), sum(total) from ledger_day
group by market_id, account_kind, owner_id, movement_kind;

drop index movement_xid;
create index movement_xid on movement (xid);
create index ledger_day_owner on ledger_day (owner_id, day);
`,
};

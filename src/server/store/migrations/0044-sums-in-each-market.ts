/**
 * A statement that adds postings fails unless each movement among them sums to 0 in each market. The market of a leg is that of its
 * account, so a caller cannot name another one. Nothing unbalanced is ever there to be committed.
 *
 * One check for each statement, over the rows that it added: a batch of sales is one. A deferred trigger for each movement made sales 1.3
 * to 1.8 times as slow, because each of its calls reads all months of postings. A movement is written whole by one statement, and the
 * server may add postings and never change them (`rights/running-role.ts`). What is there already is not read again: the audit does that.
 */
export const sumsInEachMarket = {
  id: '0044-sums-in-each-market',
  servesOlder: true,
  sql: `
create function posting_sums() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select p.movement_id, a.market_id, sum(p.amount) as total into wrong
    from added p join ledger_account a on a.id = p.account_id
    group by p.movement_id, a.market_id having sum(p.amount) <> 0 limit 1;
  if found then
    raise exception 'movement % sums to % in market %', wrong.movement_id, wrong.total, wrong.market_id
      using errcode = 'check_violation', constraint = 'posting_sums', table = 'posting';
  end if;
  return null;
end $$;
create trigger posting_sums after insert on posting referencing new table as added
  for each statement execute function posting_sums();
`,
};

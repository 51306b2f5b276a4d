/**
 * Postings lie in a table for each month of their movement's id, which begins with its time. What was there becomes the first, "before", up to
 * the end of this month; later ones are made ahead, and what fits in none goes to `posting_other`: no insert waits for a month. A month
 * that is closed (ledger/months) leaves what it came to for each account and day, and its table goes out of the way.
 *
 * A key has no month: `movement.id` and `reference`, `receipt.op_id` and `purchase.code` stand in tables that are whole.
 *
 * It does not serve older programs: they would leave closed months out of what accounts hold. Those that run when it comes go on,
 * and no month is closed for a day. Locks in the order in which a sale writes. Costs a pass over `posting`, closed meanwhile: a second or two for a
 * million purchases; no row is rewritten, no index built, no key compared.
 */
export const monthsOfPostings = {
  id: '0040-months-of-postings',
  sql: `
create function first_id_of(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
create function time_of_id(id uuid) returns timestamptz language sql immutable as $$
  select to_timestamp((('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000)::double precision)
$$;

lock table ledger_account, movement in share row exclusive mode;
alter table posting rename to posting_before;
alter index posting_pkey rename to posting_before_pkey;
alter index posting_account rename to posting_before_account;
create table posting (
  movement_id uuid not null references movement (id),
  leg smallint not null,
  account_id uuid not null references ledger_account (id),
  amount bigint not null constraint posting_amount_check check (amount <> 0),
  primary key (movement_id, leg)
) partition by range (movement_id);
create index posting_account on posting (account_id, movement_id);

do $$
declare
  last uuid := (select movement_id from posting_before order by movement_id desc limit 1);
  at timestamptz := greatest(now(), time_of_id(last));
  bound text := quote_literal(first_id_of((date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC'));
begin
  -- Ids that were not made from a clock have no months: one table holds them all.
  if at > now() + interval '10 years' then bound := 'maxvalue'; end if;
  execute format('alter table posting attach partition posting_before for values from (minvalue) to (%s)', bound);
end $$;
create table posting_other partition of posting default;

create function make_posting_months(ahead int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  bounds text[] := array(select (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''?([^'')]+)'))[1]
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'posting'::regclass);
  reached uuid;
  since timestamp := date_trunc('month', now() at time zone 'UTC');
  made int := 0;
begin
  if 'MAXVALUE' = any (bounds) then return 0; end if;
  select max(b::text)::uuid into reached from unnest(bounds) b;
  perform set_config('lock_timeout', '2s', true);
  for n in 0 .. least(ahead, 12) loop
    declare
      from_id uuid := first_id_of((since + make_interval(months => n)) at time zone 'UTC');
      to_id uuid := first_id_of((since + make_interval(months => n + 1)) at time zone 'UTC');
      name text := 'posting_' || to_char(since + make_interval(months => n), 'YYYY_MM');
    begin
      continue when reached is not null and from_id < reached;
      execute format('create table %I (like posting including all)', name);
      execute format('alter table posting attach partition %I for values from (%L) to (%L)', name, from_id, to_id);
      made := made + 1;
    exception when check_violation or duplicate_table or unique_violation then
      -- Some of it lies in the table of what fits in none, and stays there; or another process makes it at this moment.
      continue;
    end;
  end loop;
  return made;
end $$;
revoke all on function make_posting_months(int) from public;
create function postings_in_no_month() returns bigint language sql stable security definer
set search_path = public, pg_temp as $$
  select count(*) from (select 1 from posting_other limit 1000) as strays
$$;
revoke all on function postings_in_no_month() from public;
select make_posting_months(3);

create table closed_month (
  name text primary key,
  until uuid not null,
  postings bigint not null,
  archive text not null,
  digest text not null,
  closed_at timestamptz not null,
  dropped_at timestamptz
);
create table closed_balance (
  account_id uuid primary key references ledger_account (id),
  amount bigint not null,
  count bigint not null
);
create table closed_day (
  market_id uuid not null references market (id),
  day date not null,
  movement_kind text not null,
  account_kind text not null,
  owner_id uuid not null,
  count bigint not null,
  total bigint not null,
  primary key (market_id, day, movement_kind, account_kind, owner_id)
);
create view account_posting as
  select account_id, amount from posting union all select account_id, amount from closed_balance;

create or replace function movements_of(people uuid[]) returns setof uuid language sql stable as $$
  select p.movement_id from posting p join voucher v on v.id = p.account_id where v.owner_id = any (people)
  union select x.movement_id from redemption x where x.customer_id = any (people)
  union select t.movement_id from top_up t where t.customer_id = any (people)
  union select u.movement_id from top_up_void u join voucher v on v.id = u.voucher_id where v.owner_id = any (people)
  union select b.movement_id from purchase b where b.customer_id = any (people)
  union select w.movement_id from purchase_void w join purchase b on b.movement_id = w.purchase_id where b.customer_id = any (people)
  union select r.movement_id from refund r where r.customer_id = any (people)
  union select c.movement_id from voucher_change c join voucher v on v.id = c.voucher_id where v.owner_id = any (people)
  union select j.movement_id from voucher_join j where j.customer_id = any (people)
  union select o.movement_id from opening_balance o join voucher v on v.id = o.account_id where v.owner_id = any (people)
$$;
`,
};

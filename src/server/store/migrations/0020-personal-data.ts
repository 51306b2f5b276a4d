/**
 * Who said yes to which words, what a market says of the data it keeps, and how a customer is forgotten. A running server may
 * not change a receipt or a decision (store/rights): the function changes names in them and nothing else, as its owner.
 */
export const personalData = {
  id: '0020-personal-data',
  sql: `
create table consent (
  id uuid primary key,
  customer_id uuid not null references person (id),
  notice text not null,
  how text not null check (how in ('staff', 'self', 'offline')),
  operator_id uuid references person (id),
  device_id uuid,
  market_id uuid references market (id),
  given_at timestamptz not null,
  recorded_at timestamptz not null
);
create index consent_customer on consent (customer_id, given_at);

create table data_policy (
  market_id uuid primary key references market (id),
  contact text not null default '',
  words text not null default '',
  years int not null default 0 check (years >= 0),
  changed_at timestamptz not null
);

alter table person add column forgotten_at timestamptz;

create function movements_of(people uuid[]) returns setof uuid language sql stable as $$
  select p.movement_id from posting p join voucher v on v.id = p.account_id where v.owner_id = any (people)
  union select x.movement_id from redemption x where x.customer_id = any (people)
$$;

create function forget_in_records(people uuid[]) returns void language sql security definer
set search_path = public, pg_temp as $$
  update receipt r set answer = regexp_replace(r.answer::text,
      '"(ownerName|userName|identification)": "(?:[^"\\\\]|\\\\.)*"', '"\\1": ""', 'g')::jsonb
    where r.op_id in (select split_part(m.reference, ' ', 1) from movement m
      where m.id in (select * from movements_of(people)));
  update decision set subject_name = '', before = before - '{name,identificacion,phone,email}'::text[],
      after = after - '{name,identificacion,phone,email}'::text[], search_text = subject_id
    where subject_type = 'USUARIO' and subject_id = any (people::text[]);
  update decision set subject_name = '', search_text = subject_id
    where subject_type <> 'USUARIO' and subject_name !~ '^([0-9A-Z]{4}-[0-9A-Z]{4}|C-.*)$'
      and subject_id in (select id::text from movements_of(people) as id);
$$;
revoke all on function forget_in_records(uuid[]) from public;
`,
};

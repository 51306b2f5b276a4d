/**
 * What a market says of the time that a restore lost. `epoch.known_until`: when the newest movement of the copy was recorded, null where
 * a device noticed the restore. `asks`: markets are asked about it; epochs of earlier releases ask nothing. `restore_answer`: "nothing
 * more" to one question. `restore_confirmation`: a payout, refund or join that a person confirmed by a paper. Its money is posted as far
 * as `posted` says; `waiting` until the rest can be.
 */
export const restoredMarkets = {
  id: '0049-restored-markets',
  servesOlder: true,
  sql: `
alter table epoch add column known_until timestamptz;
alter table epoch add column asks boolean not null default false;
alter table epoch alter column asks set default true;

alter table expected_device add column recovered_sales bigint not null default 0 check (recovered_sales >= 0);
alter table expected_device add column recovered_sales_sum bigint not null default 0 check (recovered_sales_sum >= 0);

create table restore_answer (
  epoch bigint not null references epoch (number),
  market_id uuid not null references market (id),
  kind text not null check (kind in ('payouts', 'refunds', 'joins')),
  person_id uuid not null references person (id),
  recorded_at timestamptz not null,
  primary key (epoch, market_id, kind)
);

create table restore_confirmation (
  op_id text primary key,
  epoch bigint not null references epoch (number),
  market_id uuid not null references market (id),
  kind text not null check (kind in ('payouts', 'refunds', 'joins')),
  codes text[] not null,
  amount bigint check (amount > 0),
  stall_id uuid references person (id),
  deductions jsonb not null,
  reason text not null,
  new_voucher_id uuid,
  state text not null check (state in ('waiting', 'posted', 'withdrawn')),
  posted bigint not null check (posted >= 0),
  person_id uuid not null references person (id),
  recorded_at timestamptz not null
);
create unique index restore_confirmation_codes on restore_confirmation (market_id, kind, codes) where state <> 'withdrawn';
create index restore_confirmation_waiting on restore_confirmation (market_id, stall_id) where state = 'waiting';
`,
};

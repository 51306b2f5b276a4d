/**
 * Every other area: products, rewards and redemptions, voids, reissues and expiries of vouchers, cash, decisions written
 * down, settings of a market, password resets, and day sums of the ledger for reports.
 *
 * ledger_day is no second truth: it is folded from movements (ledger/day-sums.ts), can be thrown away and folded again,
 * and `npm run audit` compares it. owner_id is the account's owner; for vouchers and points the market; for clearing the
 * other market. Only src/server/ledger writes it and the tables that name a movement.
 */
export const areas = {
  id: '0004-areas',
  sql: `
alter table market add column registration_open boolean not null default true;
alter table market add column receipt_heading text not null default '';
alter table market add column receipt_footer text not null default '';

alter table person add column decision_reason text not null default '';
alter table person add column session_version int not null default 1;

create table decision (
  id uuid primary key,
  kind text not null,
  market_id uuid references market (id),
  actor_id uuid references person (id),
  device_id text,
  subject_type text not null,
  subject_id text not null,
  subject_name text not null,
  before jsonb,
  after jsonb,
  search_text text not null,
  recorded_at timestamptz not null
);
create index decision_time on decision (recorded_at, id);
create index decision_market on decision (market_id, recorded_at, id);
create index decision_actor on decision (actor_id, recorded_at, id);

create table password_reset (
  person_id uuid primary key references person (id),
  code_hash text not null,
  failures int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table product (
  id uuid primary key,
  owner_id uuid not null references person (id),
  owner_type text not null check (owner_type in ('ESTANTE', 'PROVEEDOR')),
  name text not null,
  price bigint not null check (price > 0),
  description text not null,
  kind text not null,
  visible boolean not null default true,
  search_text text not null,
  created_at timestamptz not null
);
create index product_owner on product (owner_id, created_at, id) where visible;
create index product_list on product (owner_type, created_at, id) where visible;

create table reward (
  id uuid primary key,
  market_id uuid not null references market (id),
  name text not null,
  description text not null,
  points_cost bigint not null check (points_cost > 0),
  amount bigint check (amount > 0),
  visible boolean not null default true,
  created_at timestamptz not null
);
create index reward_market on reward (market_id, created_at) where visible;

create table redemption (
  movement_id uuid primary key references movement (id),
  code text not null unique,
  reward_id uuid not null references reward (id),
  customer_id uuid not null references person (id),
  market_id uuid not null references market (id),
  points bigint not null check (points > 0),
  amount bigint check (amount > 0),
  voucher_id uuid unique references voucher (id),
  recorded_at timestamptz not null,
  check ((amount is null) = (voucher_id is null))
);

create table purchase_void (
  movement_id uuid primary key references movement (id),
  purchase_id uuid not null unique references purchase (movement_id),
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  points bigint not null check (points >= 0),
  reason text not null,
  recorded_at timestamptz not null
);

create table voucher_change (
  movement_id uuid primary key references movement (id),
  kind text not null check (kind in ('reissue', 'expiry')),
  voucher_id uuid not null references voucher (id),
  new_voucher_id uuid unique references voucher (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null,
  check ((kind = 'reissue') = (new_voucher_id is not null))
);
create index voucher_change_voucher on voucher_change (voucher_id);

create table till_count (
  movement_id uuid primary key references movement (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  expected bigint not null check (expected >= 0),
  counted bigint not null check (counted >= 0),
  reason text not null,
  recorded_at timestamptz not null
);
create index till_count_point on till_count (top_up_point_id, recorded_at);
create index till_count_market on till_count (market_id, recorded_at);

create table payout (
  movement_id uuid primary key references movement (id),
  code text not null unique,
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  owed_before bigint not null check (owed_before >= amount),
  note text not null,
  recorded_at timestamptz not null
);
create index payout_stall on payout (stall_id, recorded_at);
create index payout_market on payout (market_id, recorded_at);

create table clearing_payment (
  movement_id uuid primary key references movement (id),
  debtor_id uuid not null references market (id),
  creditor_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  note text not null,
  recorded_at timestamptz not null,
  check (debtor_id <> creditor_id)
);
create index clearing_payment_debtor on clearing_payment (debtor_id, recorded_at);
create index clearing_payment_creditor on clearing_payment (creditor_id, recorded_at);

create table day_close (
  market_id uuid not null references market (id),
  day date not null,
  figures jsonb not null,
  recorded_by uuid references person (id),
  recorded_at timestamptz not null,
  primary key (market_id, day)
);

create table ledger_day (
  market_id uuid not null references market (id),
  day date not null,
  movement_kind text not null,
  account_kind text not null,
  owner_id uuid not null,
  count bigint not null,
  total bigint not null,
  primary key (market_id, day, movement_kind, account_kind, owner_id)
);

create table ledger_day_cursor (
  id int primary key check (id = 1),
  until uuid not null,
  time_zone text not null
);
insert into ledger_day_cursor values (1, '00000000-0000-0000-0000-000000000000', '');
`,
};

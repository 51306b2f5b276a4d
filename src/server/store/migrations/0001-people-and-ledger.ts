/**
 * People, markets, sessions, and the double-entry ledger.
 * No serial ids, triggers, advisory locks or LISTEN: the same text runs on every engine that speaks PostgreSQL.
 * Only src/server/ledger writes ledger_account, voucher, movement, posting, top_up, purchase, points_entry and receipt.
 */
export const peopleAndLedger = {
  id: '0001-people-and-ledger',
  sql: `
create table app_setting (
  key text primary key,
  value text not null
);

create table market (
  id uuid primary key,
  code text not null unique check (length(code) = 6),
  name text not null,
  points_every bigint not null default 1000 check (points_every >= 0),
  created_at timestamptz not null
);

create table person (
  id uuid primary key,
  user_type text not null check (user_type in ('USUARIO', 'ESTANTE', 'RECARGA', 'ADMIN', 'GLOBAL_MARKET', 'PROVEEDOR')),
  status text not null check (status in ('PENDIENTE', 'APROBADO', 'RECHAZADO')),
  visible boolean not null default true,
  email text not null default '',
  identificacion text not null default '',
  owner_name text not null,
  phone text not null default '',
  stall_name text not null default '',
  password_hash text,
  market_id uuid references market (id),
  search_text text not null,
  created_at timestamptz not null,
  check (user_type not in ('ESTANTE', 'RECARGA', 'GLOBAL_MARKET') or market_id is not null)
);
create unique index person_email on person (user_type, lower(email)) where visible and email <> '';
create unique index person_identification on person (lower(identificacion)) where visible and user_type = 'USUARIO';
create index person_list on person (user_type, status, created_at, id) where visible;
create index person_market on person (market_id, user_type);

create table session_token (
  token_hash text primary key,
  family uuid not null,
  person_id uuid not null references person (id),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index session_token_family on session_token (family);
create index session_token_person on session_token (person_id);

create table ledger_account (
  id uuid primary key,
  kind text not null check (kind in ('cash', 'voucher', 'stall', 'clearing', 'overspend', 'redemption')),
  owner_id uuid not null,
  market_id uuid not null references market (id),
  unique (kind, owner_id)
);

create table voucher (
  id uuid primary key references ledger_account (id),
  owner_id uuid not null references person (id),
  market_id uuid not null references market (id),
  face bigint not null check (face > 0),
  balance bigint not null check (balance >= 0 and balance <= face),
  short_code text not null,
  blocked_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index voucher_owner on voucher (owner_id);
create index voucher_short_code on voucher (short_code);

create table movement (
  id uuid primary key,
  kind text not null check (kind in ('top-up', 'purchase')),
  reference text not null unique,
  recorded_by uuid references person (id),
  recorded_at timestamptz not null
);

create table posting (
  movement_id uuid not null references movement (id),
  leg smallint not null,
  account_id uuid not null references ledger_account (id),
  amount bigint not null check (amount <> 0),
  primary key (movement_id, leg)
);
create index posting_account on posting (account_id, movement_id);

create table top_up (
  movement_id uuid primary key references movement (id),
  voucher_id uuid not null unique references voucher (id),
  customer_id uuid not null references person (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null
);
create index top_up_point_time on top_up (top_up_point_id, recorded_at);
create index top_up_market_time on top_up (market_id, recorded_at);

create table purchase (
  movement_id uuid primary key references movement (id),
  code text not null unique,
  voucher_id uuid not null references voucher (id),
  customer_id uuid not null references person (id),
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  points bigint not null check (points >= 0),
  recorded_at timestamptz not null
);
create index purchase_stall_time on purchase (stall_id, recorded_at);
create index purchase_market_time on purchase (market_id, recorded_at);
create index purchase_voucher on purchase (voucher_id, recorded_at);
create index purchase_customer on purchase (customer_id, recorded_at);

create table points_entry (
  movement_id uuid not null references movement (id),
  leg smallint not null,
  customer_id uuid not null references person (id),
  market_id uuid not null references market (id),
  points bigint not null check (points <> 0),
  recorded_at timestamptz not null,
  primary key (movement_id, leg)
);
create index points_entry_customer on points_entry (customer_id, market_id);

create table receipt (
  op_id text primary key,
  body_hash text not null,
  refusal text,
  answer jsonb not null,
  recorded_at timestamptz not null
);
`,
};

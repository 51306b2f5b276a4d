/**
 * Enrolled devices and their journals, sales accepted without a link and what they came to, the keys that sign vouchers.
 *
 * At most once: movement.reference is the purchase's operation id for the purchase paid online and for the settlement of
 * its acceptance; accepted_sale.purchase_op_id keeps a purchase from being accepted twice; sale_conflict.op_id is one line
 * for each operation. A fork is a second row with a number that is taken: hence the number is not unique.
 */
export const devicesAndSettlement = {
  id: '0003-devices-and-settlement',
  sql: `
alter table person add column merged_into uuid references person (id);

create table device (
  id uuid primary key,
  prefix text not null unique check (length(prefix) = 16),
  market_id uuid not null references market (id),
  name text not null,
  public_key text not null,
  enrolled_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid references person (id),
  start_seq bigint not null check (start_seq >= 0),
  start_hash text not null,
  ack_seq bigint not null check (ack_seq >= start_seq),
  head_hash text not null,
  gaps jsonb not null,
  contact bigint not null default 0,
  last_seen_at timestamptz,
  reported_at timestamptz,
  reported_seq bigint not null default 0,
  open_count bigint not null default 0,
  open_sum bigint not null default 0,
  clock_skew_ms bigint not null default 0,
  app_version text not null default '',
  storage text not null default '',
  snapshot_as_of bigint not null default 0
);
create index device_market on device (market_id, enrolled_at);

create table device_operator (
  device_id uuid not null references device (id),
  person_id uuid not null references person (id),
  enrolled_at timestamptz not null,
  primary key (device_id, person_id)
);
create index device_operator_person on device_operator (person_id);

create table journal_entry (
  op_id text primary key,
  device_id uuid not null references device (id),
  seq bigint not null check (seq > 0),
  hash text not null,
  prev_hash text not null,
  is_fork boolean not null,
  contact bigint not null,
  kind text not null check (kind in ('purchase', 'top-up', 'customer', 'acceptance', 'withdrawal')),
  envelope jsonb not null,
  sig text not null,
  uploaded_by uuid not null references device (id),
  recorded_at timestamptz not null,
  unique (device_id, seq, hash)
);

create table device_incident (
  device_id uuid not null references device (id),
  kind text not null check (kind in
    ('gap', 'fork', 'chain', 'changed-body', 'bad-signature', 'foreign-device', 'clock')),
  seq bigint not null,
  op_id text not null,
  noticed_at timestamptz not null,
  primary key (device_id, kind, seq, op_id)
);

create table issuing_key (
  kid smallint primary key check (kid between 1 and 255),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index issuing_key_current on issuing_key ((true)) where retired_at is null;

create table offline_limits (
  market_id uuid not null references market (id),
  version int not null check (version > 1),
  per_voucher bigint not null check (per_voucher >= 0),
  per_device bigint not null check (per_device >= 0),
  snapshot_hours int not null check (snapshot_hours > 0),
  kiosk_voucher bigint not null check (kiosk_voucher >= 0),
  kiosk_total bigint not null check (kiosk_total >= 0),
  set_by uuid not null references person (id),
  set_at timestamptz not null,
  primary key (market_id, version)
);

alter table purchase add column missing bigint not null default 0 check (missing >= 0 and missing <= amount);
alter table purchase add column reason text;

alter table voucher add column kiosk_signed boolean not null default false;
create index voucher_kiosk on voucher (created_at) where kiosk_signed;
create index voucher_blocked on voucher (blocked_at) where blocked_at is not null;
create index voucher_expiry on voucher (expires_at) where expires_at is not null;

alter table ledger_account drop constraint ledger_account_kind_owner_id_key;
create unique index ledger_account_owner on ledger_account (kind, owner_id) where kind <> 'debt';
create unique index ledger_account_debt on ledger_account (owner_id, market_id) where kind = 'debt';

create table accepted_sale (
  op_id text primary key,
  purchase_op_id text not null unique,
  device_id uuid not null references device (id),
  seq bigint not null,
  contact bigint not null,
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  voucher_id uuid not null,
  customer_id uuid not null,
  price bigint not null check (price > 0),
  is_paid_before boolean not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null
);
create index accepted_sale_contact on accepted_sale (device_id, contact);
create index accepted_sale_voucher on accepted_sale (voucher_id, occurred_at);
create index accepted_sale_stall on accepted_sale (stall_id, recorded_at);

create table sale_conflict (
  id uuid primary key,
  kind text not null check (kind in ('sale', 'top-up')),
  state text not null check (state in ('waiting', 'overspend', 'review', 'resolved')),
  reason text not null,
  op_id text not null unique,
  body_hash text not null,
  purchase_op_id text not null,
  market_id uuid not null references market (id),
  stall_id uuid not null references person (id),
  voucher_id uuid not null,
  customer_id uuid not null,
  price bigint not null check (price > 0),
  missing bigint not null check (missing >= 0 and missing <= price),
  device_id uuid not null references device (id),
  seq bigint not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  assignee text check (assignee in ('guarantee', 'customer', 'stall')),
  note text not null default '',
  resolved_at timestamptz,
  resolved_by uuid references person (id),
  check ((state = 'resolved') = (resolved_at is not null)),
  check (state <> 'overspend' or missing > 0)
);
create index sale_conflict_market on sale_conflict (market_id, state, recorded_at);
create index sale_conflict_list on sale_conflict (recorded_at, id);
create index sale_conflict_voucher on sale_conflict (voucher_id);
`,
};

-- The schema of the product, in one piece. Migrations after it are files of their own (../migrate.ts).
-- A released migration never changes: its digest is stored in every database that has run it.
--
-- Amounts are whole pesos and points are whole points, both in bigint.
-- A time is read from the database's clock, unless its comment names the device's. Days begin in the time zone of ledger_day_cursor.
-- An id of a movement is a uuid v7: it begins with the time at which a server process made it.
-- Only src/server/ledger writes the tables of movements, postings, balances and receipts (tests/unit/house/money-tables.test.ts).
-- src/server/store/rights/running-role.ts lists the tables that the running server may change, and those it may delete from.
--
-- The comment directly above a table describes it in docs/tables.md, under the last heading above it (`-- #`).

do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'Falta la extensión pg_trgm (paquete postgresql-contrib), o el dueño de la base de datos no puede crearla: %', sqlerrm;
end $$;

-- # Markets and people

-- A setting of this installation: a secret, the set-up token, the last copy, a flag of a demo.
create table app_setting (
  key text primary key,
  value text not null
);

-- A market and its rules. A person with the same id manages it.
create table market (
  id uuid primary key,
  code text not null unique check (length(code) = 6),
  name text not null,
  -- A purchase earns one point for each of these pesos. 0: none.
  points_every bigint not null default 1000 check (points_every >= 0),
  created_at timestamptz not null,
  registration_open boolean not null default true,
  receipt_heading text not null default '',
  receipt_footer text not null default '',
  -- A top-up point replaces a lost voucher without a market code after this delay, so many a day.
  reissue_delay_minutes int not null default 30 check (reissue_delay_minutes >= 0),
  reissues_per_day int not null default 5 check (reissues_per_day >= 0),
  refunds_on boolean not null default false,
  -- The most that one person may be refunded in a year, in pesos, for reasons that leave the market a choice.
  refund_cap bigint not null default 200000 check (refund_cap >= 0),
  -- The most cash, in pesos, that a top-up point may hold before its market has received it.
  till_ceiling bigint not null default 5000000 check (till_ceiling > 0),
  -- The most, in pesos, that this market may owe the others.
  credit_line bigint not null default 200000000 check (credit_line >= 0),
  -- The most, in pesos, that its rewards may give in a day.
  rewards_per_day bigint not null default 1000000 check (rewards_per_day >= 0)
);
-- A voucher's proof names its market by the first 6 bytes.
create unique index market_prefix on market (substr(uuid_send(id), 1, 6));

-- An account or a customer. A customer never signs in and has no password.
-- Deleting hides the row. Merging two rows of one customer hides one and points its `merged_into` to the other.
create table person (
  id uuid primary key,
  -- USUARIO is a customer, ESTANTE a stall, RECARGA a top-up point, GLOBAL_MARKET a market's manager, PROVEEDOR a supplier.
  user_type text not null check (user_type in ('USUARIO', 'ESTANTE', 'RECARGA', 'ADMIN', 'GLOBAL_MARKET', 'PROVEEDOR')),
  status text not null check (status in ('PENDIENTE', 'APROBADO', 'RECHAZADO')),
  visible boolean not null default true,
  email text not null default '',
  -- The document as people wrote it. `document_type` and `document_number` are what it is compared by.
  identificacion text not null default '',
  owner_name text not null,
  phone text not null default '',
  stall_name text not null default '',
  password_hash text,
  market_id uuid references market (id),
  search_text text not null,
  created_at timestamptz not null,
  merged_into uuid references person (id),
  decision_reason text not null default '',
  -- Raised to end every session of the person.
  session_version int not null default 1,
  document_type text not null default 'CC' check (document_type in ('CC', 'TI', 'CE', 'PPT', 'PA', 'NIT')),
  document_number text not null default '',
  -- The number that another document of the same person may have. Empty: none.
  shared_number text not null default '',
  -- The most cash, in pesos, that this top-up point may hold. Null: as its market says.
  till_ceiling bigint check (till_ceiling > 0),
  -- Time at which the customer's names, documents and contacts were erased.
  forgotten_at timestamptz,
  -- The name that lists show, in lower case without accents. The trigger below keeps it.
  sort_name text collate "C" not null default '',
  check (user_type not in ('ESTANTE', 'RECARGA', 'GLOBAL_MARKET') or market_id is not null)
);
create unique index person_email on person (user_type, lower(email)) where visible and email <> '';
create index person_list on person (user_type, status, created_at, id) where visible;
create index person_market on person (market_id, user_type);
create index person_document_number on person (document_number)
  where user_type = 'USUARIO' and (visible or merged_into is not null);
create unique index person_identification on person (document_number, document_type)
  where visible and user_type = 'USUARIO';
create index person_shared_number on person (shared_number)
  where visible and user_type = 'USUARIO' and shared_number <> '';
create index person_merged on person (merged_into) where merged_into is not null;
create index person_name on person (user_type, sort_name, id) where visible;
create index person_recent on person (user_type, created_at, id) where visible;
create index person_search on person using gin (search_text gin_trgm_ops);
create index person_status_name on person (user_type, status, sort_name, id) where visible;
create index person_deleted on person (user_type, sort_name, id) where not visible;

create function person_sort_name() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.sort_name := translate(lower(case when new.stall_name <> '' then new.stall_name
    when new.user_type = 'GLOBAL_MARKET' then coalesce((select m.name from market m where m.id = new.market_id), new.owner_name)
    else new.owner_name end), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun');
  return new;
end $$;
create trigger person_sort_name before insert or update of owner_name, stall_name, user_type, market_id on person
for each row execute function person_sort_name();

-- A refresh token, by its hash. The tokens that follow from one sign-in are a family and end together.
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
create index session_token_end on session_token (expires_at);

-- A code with which a person sets a new password, by its hash. One for each person; a manager reads it out.
create table password_reset (
  person_id uuid primary key references person (id),
  code_hash text not null,
  failures int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- The second factor of an account: the secret of its codes, and hashes of the recovery codes that are left.
create table second_factor (
  person_id uuid primary key references person (id),
  -- Encrypted where the installation has a key file.
  secret text not null,
  -- Null until one code of the secret was right.
  confirmed_at timestamptz,
  -- The newest time step whose code was used: none is accepted twice.
  last_step bigint not null default 0,
  recovery text[] not null default '{}'
);

-- Wrong passwords and codes, counted for all server processes together.
create table wrong_try (
  -- A hash of who is tried and from where, so that neither can be read.
  place text primary key,
  wrong int not null check (wrong >= 0),
  opens_at timestamptz not null,
  -- The server removes the row then.
  forget_at timestamptz not null
);
create index wrong_try_end on wrong_try (forget_at);

-- A one-time code of a market, by its hash.
-- It enrols a device, replaces a lost voucher at once, or permits one top-up at a point that is at its ceiling.
create table market_code (
  id uuid primary key,
  market_id uuid not null references market (id),
  purpose text not null check (purpose in ('enrol-stall', 'enrol-top-up', 'reissue')),
  code_hash text not null unique,
  made_by uuid not null references person (id),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references person (id)
);
create index market_code_market on market_code (market_id, made_at);

-- A customer's consent to the data notice, and the operator who recorded it. Rows are only added.
create table consent (
  id uuid primary key,
  customer_id uuid not null references person (id),
  -- The version of the notice.
  notice text not null,
  how text not null check (how in ('staff', 'self', 'offline')),
  operator_id uuid references person (id),
  -- No reference: a customer may be registered on a device that a restored copy does not know.
  device_id uuid,
  market_id uuid references market (id),
  -- The device's clock, corrected by the offset it knew; the database's clock where a page was connected.
  given_at timestamptz not null,
  recorded_at timestamptz not null
);
create index consent_customer on consent (customer_id, given_at);

-- A market's published data policy: its contact, its words, and the years for which it keeps personal data.
create table data_policy (
  market_id uuid primary key references market (id),
  contact text not null default '',
  words text not null default '',
  years int not null default 0 check (years >= 0),
  changed_at timestamptz not null
);

-- A decision or a change of settings by a person, with the values before and after it. Rows are only added.
create table decision (
  id uuid primary key,
  kind text not null,
  market_id uuid references market (id),
  actor_id uuid references person (id),
  device_id text,
  subject_type text not null,
  -- A voucher is named by the movement that issued it, because its own id opens it.
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
create index decision_search on decision using gin (search_text gin_trgm_ops);

-- # Products and sheets

-- A product that a stall or a supplier offers. Deleting hides it.
create table product (
  id uuid primary key,
  owner_id uuid not null references person (id),
  owner_type text not null check (owner_type in ('ESTANTE', 'PROVEEDOR')),
  name text not null,
  -- Pesos for one `unit`.
  price bigint not null check (price > 0),
  description text not null,
  kind text not null,
  visible boolean not null default true,
  search_text text not null,
  created_at timestamptz not null,
  unit text not null default 'unidad' check (unit in ('unidad', 'libra', 'kilo', 'atado'))
);
create index product_owner on product (owner_id, created_at, id) where visible;
create index product_list on product (owner_type, created_at, id) where visible;

-- A sheet of rows that a market imported.
create table sheet (
  id uuid primary key,
  market_id uuid not null references market (id),
  kind text not null check (kind in ('stalls', 'customers')),
  file_name text not null,
  file_hash text not null,
  row_count int not null check (row_count > 0),
  -- Pesos of opening balances in it; 0 where it has none.
  amount bigint not null check (amount >= 0),
  brought_by uuid not null references person (id),
  created_at timestamptz not null
);
create index sheet_market on sheet (market_id, created_at);

-- # The ledger

-- An account of the ledger: of a voucher, a stall, a top-up point or a market, or the debt of a customer in a market.
-- A positive sum is owed to the owner; a negative one is held for the market, or owed to it.
create table ledger_account (
  id uuid primary key,
  -- cash: a top-up point's till. treasury: the market's own cash.
  -- clearing: what the market owes the others. overspend, guarantee: what vouchers did not cover, open and borne by its fund.
  -- redemption: given for points. cash-difference: shortages and surpluses that the market answers for. breakage: balances that expired.
  -- opening: balances of its notebook, for which it stands. debt: what a customer owes.
  kind text not null check (kind in (
    'cash', 'voucher', 'stall', 'clearing', 'overspend', 'redemption',
    'guarantee', 'debt', 'treasury', 'cash-difference', 'breakage', 'opening')),
  -- A voucher, a person or a market, by the kind; that is why it has no reference.
  owner_id uuid not null,
  market_id uuid not null references market (id)
);
create unique index ledger_account_owner on ledger_account (kind, owner_id) where kind <> 'debt';
create unique index ledger_account_debt on ledger_account (owner_id, market_id) where kind = 'debt';

-- A completed money operation. Its postings sum to 0 in each market, and most kinds have a table with one more row about it.
create table movement (
  id uuid primary key,
  kind text not null check (kind in (
    'top-up', 'purchase', 'assignment', 'void', 'redemption', 'reissue', 'expiry', 'payout', 'cash-received', 'clearing',
    'top-up-void', 'join', 'refund', 'till-float', 'opening')),
  -- Idempotency key: the operation's id. Where an operation has several movements, a space and another id follow it.
  reference text not null unique,
  recorded_by uuid references person (id),
  recorded_at timestamptz not null,
  -- The transaction that wrote it. Readers of new rows follow this order and never a clock (src/server/ledger/commit-order.ts).
  -- Negative: the row was loaded from another cluster.
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index movement_xid on movement (xid);

-- A leg of a movement: an account and an amount.
create table posting (
  movement_id uuid not null references movement (id),
  leg smallint not null,
  account_id uuid not null references ledger_account (id),
  -- Pesos, with the sign of the account's sum.
  amount bigint not null check (amount <> 0),
  primary key (movement_id, leg)
);
create index posting_account on posting (account_id, movement_id);

-- Each market's debt to the others: the sum of its clearing account, changed by the statement that posts to it.
-- Its row is locked from then until the commit, so that simultaneous sales cannot exceed a credit line together.
create table market_debt (
  market_id uuid primary key references market (id),
  -- Negative when the others owe it.
  owed bigint not null default 0
);

-- Returns the pesos that a market may still owe the others.
-- Its cost makes the planner call it last.
create function credit_left(debtor uuid) returns bigint language sql stable cost 10000 as $$
  select m.credit_line - d.owed from market m join market_debt d on d.market_id = m.id where m.id = debtor
$$;

-- A statement that adds postings fails unless each movement among them sums to 0 in each market.
-- One check for each statement, because a deferred trigger for each movement made sales 1.3 to 1.8 times as slow.
-- The market of a leg is that of its account. A movement is written whole by one statement.
-- It also adds up the debts between markets, in one order of locks. Purchases beyond a credit line fail as a
-- serialization failure: others have used the credit since it was read, and the caller decides again.
create function posting_sums() returns trigger language plpgsql as $$
declare
  seen record;
  debt record;
begin
  select min(s.movement_id::text) filter (where s.total <> 0) as wrong, bool_or(s.is_debt) as is_debt into seen
    from (
      select p.movement_id, sum(p.amount) as total, bool_or(a.kind = 'clearing') as is_debt
      from added p join ledger_account a on a.id = p.account_id group by p.movement_id, a.market_id
    ) s;
  if seen.wrong is not null then
    raise exception 'movement % does not sum to 0 in each market', seen.wrong
      using errcode = 'check_violation', constraint = 'posting_sums', table = 'posting';
  end if;
  if seen.is_debt then
    for debt in
      select a.market_id, sum(p.amount) as amount, bool_or(p.amount > 0 and m.kind = 'purchase') as is_bought
        from added p join ledger_account a on a.id = p.account_id join movement m on m.id = p.movement_id
        where a.kind = 'clearing' group by a.market_id order by a.market_id
    loop
      update market_debt set owed = owed + debt.amount where market_id = debt.market_id;
      if debt.is_bought and credit_left(debt.market_id) < 0 then
        raise exception 'market % is beyond its credit line', debt.market_id
          using errcode = 'serialization_failure', table = 'market_debt';
      end if;
    end loop;
  end if;
  return null;
end $$;
create trigger posting_sums after insert on posting referencing new table as added
  for each statement execute function posting_sums();

-- The first answer to an operation, refusals included. A repeated operation gets the same answer; receipts are never deleted.
create table receipt (
  op_id text primary key,
  -- Digest of the operation. Another operation under the same id is refused.
  body_hash text not null,
  -- The code of a refusal; null where the operation was done.
  refusal text,
  -- After `RECEIPT_KEEP_DAYS` a purchase's answer keeps only the balance after it, which the ledger cannot repeat (`slim_receipts`).
  answer jsonb not null,
  recorded_at timestamptz not null
);

-- Points that a movement gave to a customer or took back.
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

-- # Sums of the ledger

-- Postings of a day, summed. The server folds it from movements and can fold it again from nothing; `npm run audit` compares it.
create table ledger_day (
  market_id uuid not null references market (id),
  day date not null,
  movement_kind text not null,
  account_kind text not null,
  -- The account's owner; the market for vouchers and points; the other market for clearing.
  owner_id uuid not null,
  count bigint not null,
  total bigint not null,
  -- Without a default on purpose: a program that does not fold `ledger_sum` beside it is refused.
  summed boolean not null,
  primary key (market_id, day, movement_kind, account_kind, owner_id)
);
create index ledger_day_owner on ledger_day (owner_id, day);

-- Postings of all days together, summed.
create table ledger_sum (
  market_id uuid not null references market (id),
  account_kind text not null,
  owner_id uuid not null,
  movement_kind text not null,
  count bigint not null,
  total bigint not null,
  primary key (market_id, account_kind, owner_id, movement_kind)
);

-- The position up to which the sums are folded, and the time zone in which their days begin. One row.
create table ledger_day_cursor (
  id int primary key check (id = 1),
  time_zone text not null,
  -- Every movement of a transaction below it is in the sums.
  xid bigint not null default 0
);
insert into ledger_day_cursor values (1, '');

-- The end of an audit without differences: the next audit begins there. The digest of a row covers the digest of the row before it.
create table audit_checkpoint (
  number bigint primary key check (number > 0),
  -- Every movement of a transaction below it was audited.
  xid bigint not null,
  movements bigint not null,
  postings bigint not null,
  walked_at timestamptz not null,
  -- The cluster and epoch that the checkpoint holds in.
  place text not null,
  digest text not null
);

-- A market's figures of a day, as they were when a person closed it.
create table day_close (
  market_id uuid not null references market (id),
  day date not null,
  figures jsonb not null,
  recorded_by uuid references person (id),
  recorded_at timestamptz not null,
  primary key (market_id, day)
);

-- # Vouchers and top-ups

-- A voucher of a customer and what is left on it: the one balance that is stored beside its postings. Its id is a bearer secret.
create table voucher (
  id uuid primary key references ledger_account (id),
  owner_id uuid not null references person (id),
  market_id uuid not null references market (id),
  -- Pesos it was issued with.
  face bigint not null check (face > 0),
  balance bigint not null check (balance >= 0 and balance <= face + credited),
  -- Pesos that voids of purchases with the vouchers it replaced returned to it.
  credited bigint not null default 0 check (credited >= 0),
  -- Shown to people. It pays nothing.
  short_code text not null,
  -- Null while it pays. A closed voucher is blocked as well, unless it expired.
  blocked_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  -- Issued without a connection, and signed by a kiosk.
  kiosk_signed boolean not null default false,
  unblocked_at timestamptz,
  -- A person blocked it, whatever a settlement had done before.
  person_blocked_at timestamptz,
  -- Null while it is open. A closed voucher never pays again.
  closed_as text check (closed_as in ('voided', 'refunded', 'expired', 'joined')),
  -- Changes once or twice in the life of a voucher, so that a purchase touches no index of it.
  is_open boolean not null generated always as (balance > 0) stored
);
-- Balance lists name a voucher by its first 8 bytes.
create unique index voucher_prefix on voucher (substr(uuid_send(id), 1, 8));
create index voucher_owner on voucher (owner_id);
create index voucher_short_code on voucher (short_code);
create index voucher_kiosk on voucher (created_at) where kiosk_signed;
create index voucher_blocked on voucher (blocked_at) where blocked_at is not null;
create index voucher_expiry on voucher (expires_at) where expires_at is not null;
create index voucher_unblocked on voucher (unblocked_at) where unblocked_at is not null;
create index voucher_open on voucher (market_id, created_at) where is_open;
create index voucher_open_id on voucher (id) where is_open;
create index voucher_closed on voucher (market_id) where is_open and closed_as is not null;
create index voucher_market_open on voucher (market_id, id) where is_open;
create index voucher_market_kiosk on voucher (market_id, created_at) where kiosk_signed;

-- A block or an unblock of a voucher, so that lists of changes for devices find it.
create table voucher_block (
  voucher_id uuid not null references voucher (id),
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index voucher_block_xid on voucher_block (xid);

-- A voucher sold for cash by a top-up point.
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
create index top_up_customer on top_up (customer_id, recorded_at);

-- A top-up undone, whole and unspent.
create table top_up_void (
  movement_id uuid primary key references movement (id),
  top_up_id uuid not null unique references top_up (movement_id),
  voucher_id uuid not null references voucher (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  -- The cash that went back to the customer. DIFFERENCE: a count of the till had already found it missing.
  paid_from text not null check (paid_from in ('TILL', 'MARKET', 'DIFFERENCE')),
  reason text not null,
  recorded_at timestamptz not null
);
create index top_up_void_point on top_up_void (top_up_point_id, recorded_at);
create index top_up_void_market on top_up_void (market_id, recorded_at);

-- A voucher replaced by a new one, or the balance of an expired one that became its market's.
create table voucher_change (
  movement_id uuid primary key references movement (id),
  kind text not null check (kind in ('reissue', 'expiry')),
  voucher_id uuid not null references voucher (id),
  new_voucher_id uuid unique references voucher (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null,
  -- A market code permitted it.
  with_code boolean not null default false,
  check ((kind = 'reissue') = (new_voucher_id is not null))
);
create index voucher_change_voucher on voucher_change (voucher_id);
create index voucher_change_market_time on voucher_change (market_id, recorded_at);

-- Several vouchers of one customer made into a new one.
create table voucher_join (
  movement_id uuid primary key references movement (id),
  new_voucher_id uuid not null unique references voucher (id),
  customer_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  parts int not null check (parts >= 2),
  with_code boolean not null,
  recorded_at timestamptz not null
);

-- A joined voucher, and its balance that went to the new one.
create table voucher_join_part (
  voucher_id uuid primary key references voucher (id),
  movement_id uuid not null references voucher_join (movement_id),
  amount bigint not null check (amount > 0)
);
create index voucher_join_part_movement on voucher_join_part (movement_id);

-- The rest of a voucher, given back in cash by decision of its market.
create table refund (
  movement_id uuid primary key references movement (id),
  -- Counts the refunds of a market: "D-00014".
  number int not null check (number > 0),
  voucher_id uuid not null references voucher (id),
  customer_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  recorded_at timestamptz not null,
  unique (market_id, number)
);
create index refund_market on refund (market_id, recorded_at);
create index refund_customer on refund (customer_id, market_id, recorded_at);
create index refund_time on refund (recorded_at, movement_id);

-- A debt that a market brought from its notebook: to a customer, on a voucher, or to a stall.
create table opening_balance (
  movement_id uuid primary key references movement (id),
  account_id uuid not null references ledger_account (id),
  person_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  recorded_at timestamptz not null
);
create index opening_person on opening_balance (person_id, market_id);
create index opening_account on opening_balance (account_id);

-- A row of an imported sheet, with the person that it made or found. It has no name: erasing a person must not need it.
create table sheet_row (
  sheet_id uuid not null references sheet (id),
  row_number int not null check (row_number > 0),
  subject_id uuid not null,
  is_new boolean not null,
  -- The movement of its opening balance.
  opening_id uuid references movement (id),
  primary key (sheet_id, row_number)
);
create index sheet_row_subject on sheet_row (subject_id);

-- # Purchases and points

-- A purchase at a stall, paid with one voucher.
create table purchase (
  movement_id uuid primary key references movement (id),
  code text not null unique,
  voucher_id uuid not null references voucher (id),
  customer_id uuid not null references person (id),
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  points bigint not null check (points >= 0),
  recorded_at timestamptz not null,
  -- Pesos of it that the voucher did not cover.
  missing bigint not null default 0 check (missing >= 0 and missing <= amount),
  -- Reason of its conflict line; null for a purchase without one.
  reason text
);
create index purchase_stall_time on purchase (stall_id, recorded_at);
create index purchase_market_time on purchase (market_id, recorded_at);
create index purchase_voucher on purchase (voucher_id, recorded_at);
create index purchase_customer on purchase (customer_id, recorded_at);
create index purchase_missing on purchase (movement_id) where missing > 0;

-- A product that a stall noted with a sale. It belongs to the operation of the purchase, which may still be refused.
create table purchase_line (
  reference text not null,
  n smallint not null,
  name text not null,
  unit text not null check (unit in ('unidad', 'libra', 'kilo', 'atado')),
  -- Thousandths of the unit.
  quantity int not null check (quantity > 0),
  amount bigint not null check (amount > 0),
  primary key (reference, n)
);

-- A voided purchase.
create table purchase_void (
  movement_id uuid primary key references movement (id),
  -- Unique, so that two concurrent voids become one.
  purchase_id uuid not null unique references purchase (movement_id),
  -- The voucher that got its part back: the purchase's, or the last one that replaced it.
  voucher_id uuid not null references voucher (id),
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  points bigint not null check (points >= 0),
  reason text not null,
  recorded_at timestamptz not null,
  -- Pesos of it that no voucher had covered.
  missing bigint not null default 0 check (missing >= 0 and missing <= amount)
);
create index purchase_void_voucher on purchase_void (voucher_id);
create index purchase_void_stall on purchase_void (stall_id, recorded_at);
create index purchase_void_market on purchase_void (market_id, recorded_at);

-- A reward that customers of a market redeem for points. Deleting hides it.
create table reward (
  id uuid primary key,
  market_id uuid not null references market (id),
  name text not null,
  description text not null,
  points_cost bigint not null check (points_cost > 0),
  -- Pesos that it puts on a new voucher; null for goods.
  amount bigint check (amount > 0),
  visible boolean not null default true,
  created_at timestamptz not null,
  -- Paused while false: it is listed, and cannot be redeemed.
  is_active boolean not null default true
);
create index reward_market on reward (market_id, created_at) where visible;

-- Points of a customer redeemed for a reward.
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
create index redemption_customer on redemption (customer_id, market_id, recorded_at);
create index redemption_money on redemption (market_id, recorded_at) where amount is not null;

-- # Tills of top-up points

-- Cash that a market gave a till to begin with.
create table till_float (
  movement_id uuid primary key references movement (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  note text not null,
  recorded_at timestamptz not null
);
create index till_float_point on till_float (top_up_point_id, recorded_at);

-- Cash of a till that a person of the market counted and took.
create table cash_received (
  movement_id uuid primary key references movement (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  -- Cash in the till before it, by the ledger.
  expected bigint not null check (expected >= 0),
  received bigint not null check (received >= 0),
  -- It closed the till's account, so that a difference was named.
  closes boolean not null,
  -- The side that bears the difference. Null without one.
  answers text check (answers in ('POINT', 'MARKET')),
  -- Notes and coins by which it was counted.
  pieces jsonb,
  recorded_at timestamptz not null,
  check ((answers is null) = (not closes or received = expected)),
  check (closes or received <= expected)
);
create index cash_received_point on cash_received (top_up_point_id, recorded_at);
create index cash_received_market on cash_received (market_id, recorded_at);
create index cash_received_time on cash_received (recorded_at, movement_id);

-- # Payouts and clearing

-- The payment way that a stall chose for its payouts.
create table payment_way (
  stall_id uuid primary key references person (id),
  -- JSON of `PaymentWay` in src/contract.
  way jsonb not null,
  changed_at timestamptz not null
);

-- A payout of a market to a stall.
create table payout (
  movement_id uuid primary key references movement (id),
  code text not null unique,
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  -- Pesos that the stall was owed before it.
  owed_before bigint not null check (owed_before >= amount),
  note text not null,
  recorded_at timestamptz not null,
  -- Code of a run that paid several stalls: "P-2026-11-22".
  run_code text,
  -- The stall's payment way at that time; a later change alters no payout.
  way jsonb
);
create index payout_stall on payout (stall_id, recorded_at);
create index payout_market on payout (market_id, recorded_at);
create unique index payout_run on payout (market_id, run_code, stall_id) where run_code is not null;
create index payout_time on payout (recorded_at, movement_id);

-- A payment of one market to another.
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

-- # Devices

-- A tablet or kiosk: its key, the head of its journal as the server knows it, and its last report.
create table device (
  id uuid primary key,
  -- The ids of its operations begin with it.
  prefix text not null unique check (length(prefix) = 16),
  market_id uuid not null references market (id),
  name text not null,
  public_key text not null,
  enrolled_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid references person (id),
  -- Number and hash after which the journal begins in this database.
  start_seq bigint not null check (start_seq >= 0),
  start_hash text not null,
  -- Every operation up to it is recorded, except those in `gaps`.
  ack_seq bigint not null check (ack_seq >= start_seq),
  head_hash text not null,
  gaps jsonb not null,
  -- Number of its newest call to /sync. Purchases in one call were open together.
  contact bigint not null default 0,
  last_seen_at timestamptz,
  -- The device's clock. This and the columns down to `snapshot_as_of` are the device's own report.
  reported_at timestamptz,
  reported_seq bigint not null default 0,
  -- Operations that it has not delivered yet, and the pesos in them.
  open_count bigint not null default 0,
  open_sum bigint not null default 0,
  -- The database's clock less the device's, in milliseconds.
  clock_skew_ms bigint not null default 0,
  app_version text not null default '',
  storage text not null default '',
  -- The moment of its list of balances, in milliseconds since 1970 by the database.
  snapshot_as_of bigint not null default 0,
  -- Numbers that are recorded and have no answer yet.
  awaiting jsonb not null default '[]',
  -- Pesos of its top-ups since a person was last signed in on it.
  unsigned_total bigint not null default 0 check (unsigned_total >= 0),
  -- A day in UTC, and the number of customers that the device registered on that day.
  registered_on date,
  registered_count integer not null default 0 check (registered_count >= 0)
);
create index device_market on device (market_id, enrolled_at);

-- A person who may work on a device, once the market has approved it.
create table device_operator (
  device_id uuid not null references device (id),
  person_id uuid not null references person (id),
  enrolled_at timestamptz not null,
  approved_at timestamptz,
  approved_by uuid references person (id),
  -- Shown on both screens, and compared by the market.
  digits text not null default '',
  -- Set when the person's password was reset or their sessions ended, until they sign in on this device again.
  suspended_at timestamptz,
  -- The newest number that the device had reported at that time.
  suspended_seq bigint check (suspended_seq >= 0),
  primary key (device_id, person_id)
);
create index device_operator_person on device_operator (person_id);

-- An operation as a device wrote and signed it. The entries of a device are numbered and chained by hash.
create table journal_entry (
  op_id text primary key,
  device_id uuid not null references device (id),
  -- Not unique: a fork is a second entry with a number that is taken.
  seq bigint not null check (seq > 0),
  hash text not null,
  prev_hash text not null,
  is_fork boolean not null,
  -- The call that brought it.
  contact bigint not null,
  kind text not null check (kind in (
    'purchase', 'top-up', 'customer', 'acceptance', 'withdrawal', 'top-up-void')),
  -- After `ENVELOPE_KEEP_DAYS` it has no content (`slim_envelopes`). Hash and signature stay.
  envelope jsonb not null,
  sig text not null,
  -- Another device, where it came in a rescue file.
  uploaded_by uuid not null references device (id),
  recorded_at timestamptz not null,
  unique (device_id, seq, hash)
);
create index journal_entry_whole on journal_entry (recorded_at, op_id) where envelope ? 'hash';

-- An irregularity in a device's journal.
create table device_incident (
  device_id uuid not null references device (id),
  kind text not null check (kind in (
    'gap', 'fork', 'chain', 'changed-body', 'bad-signature', 'foreign-device', 'clock')),
  seq bigint not null,
  op_id text not null,
  noticed_at timestamptz not null,
  primary key (device_id, kind, seq, op_id)
);
create index device_incident_time on device_incident (noticed_at);

-- A fault of the program on a device, counted by class and place in the build. It has no message, and so no personal data.
create table device_fault (
  device_id uuid not null references device (id),
  kind text not null,
  name text not null,
  place text not null,
  app_version text not null,
  count bigint not null check (count > 0),
    first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (device_id, kind, name, place, app_version)
);
create index device_fault_last on device_fault (last_at);

-- The newest number of a journal at a call of its device. Operations with higher numbers were written later.
create table device_contact (
  device_id uuid not null references device (id),
  reported_seq bigint not null check (reported_seq >= 0),
  contacted_at timestamptz not null,
  primary key (device_id, reported_seq)
);

-- An operation that a device had named and not sent.
create table written_ahead (
  device_id uuid not null references device (id),
  seq bigint not null check (seq > 0),
  -- The beginning of its hash.
  hash_start text not null,
  -- It was written after this: the last call in which the device had not written it, or its enrolment.
  not_before timestamptz not null,
  -- Beginnings of the hashes of the numbers after `seq`, one for each, in their order.
  following text[] not null default '{}',
  primary key (device_id, seq)
);

-- A key that signs vouchers. Retired ones stay, because they verify.
create table issuing_key (
  kid smallint primary key check (kid between 1 and 255),
  public_key text not null,
  -- Encrypted where the installation has a key file.
  private_key text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index issuing_key_current on issuing_key ((true)) where retired_at is null;

-- A market's limits for work without a connection, by version. Version 1 is built in and has no row.
create table offline_limits (
  market_id uuid not null references market (id),
  version int not null check (version > 1),
  per_voucher bigint not null check (per_voucher >= 0),
  per_device bigint not null check (per_device >= 0),
  -- A list of balances that is older pays for nothing.
  snapshot_hours int not null check (snapshot_hours > 0),
  kiosk_voucher bigint not null check (kiosk_voucher >= 0),
  kiosk_total bigint not null check (kiosk_total >= 0),
  set_by uuid not null references person (id),
  set_at timestamptz not null,
  -- For a voucher of another market that the tablet does not know.
  foreign_voucher bigint not null default 0 check (foreign_voucher >= 0),
  primary key (market_id, version)
);

-- A list of balances that the server sent to a device.
create table handed_list (
  device_id uuid not null references device (id),
  -- The moment that it shows, in milliseconds since 1970.
  as_of bigint not null,
  -- The transaction at which the next list of changes begins.
  position bigint not null default 0,
  primary key (device_id, as_of)
);

-- An answer that told a device that a voucher pays no more.
create table told_voucher (
  device_id uuid not null references device (id),
  voucher_id uuid not null,
  -- The newest number that the device had written at that time.
  after_seq bigint not null,
  told_at timestamptz not null,
  primary key (device_id, voucher_id, after_seq)
);
create index told_voucher_time on told_voucher (told_at);

-- # Purchases without a connection

-- A sale whose stall handed goods over without an answer.
create table accepted_purchase (
  op_id text primary key,
  -- The operation of its purchase: accepted once at most.
  purchase_op_id text not null unique,
  device_id uuid not null references device (id),
  seq bigint not null,
  -- The call that brought it.
  contact bigint not null,
  stall_id uuid not null references person (id),
  market_id uuid not null references market (id),
  -- No reference, nor of the customer: the top-up may come later.
  voucher_id uuid not null,
  customer_id uuid not null,
  price bigint not null check (price > 0),
  -- Its purchase had come in an earlier call.
  is_paid_before boolean not null,
  -- The device's clock, corrected by the offset it knew.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- Pesos of it that may stay uncovered without a person: for the voucher, and for the device.
  voucher_cap bigint not null default 0 check (voucher_cap >= 0),
  device_cap bigint not null default 0 check (device_cap >= 0)
);
create index accepted_purchase_contact on accepted_purchase (device_id, contact);
create index accepted_purchase_voucher on accepted_purchase (voucher_id, occurred_at);
create index accepted_purchase_time on accepted_purchase (recorded_at);

-- A line in Pendientes: an operation that waits for its top-up or for a person of the market.
create table conflict_line (
  id uuid primary key,
  kind text not null check (kind in ('sale', 'cash-taken', 'cash-returned', 'withdrawal')),
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
  -- Pesos that nobody bears yet.
  missing bigint not null check (missing >= 0 and missing <= price),
  -- The market has not paid `missing` to the stall yet.
  is_withheld boolean not null default true,
  device_id uuid not null references device (id),
  seq bigint not null,
  -- The device's clock, corrected by the offset it knew.
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- The party that bears the loss.
  assignee text check (assignee in ('guarantee', 'customer', 'stall')),
  note text not null default '',
  resolved_at timestamptz,
  resolved_by uuid references person (id),
  check ((state = 'resolved') = (resolved_at is not null)),
  check (state <> 'overspend' or missing > 0)
);
create index conflict_line_market on conflict_line (market_id, state, recorded_at);
create index conflict_line_list on conflict_line (recorded_at, id);
create index conflict_line_voucher on conflict_line (voucher_id);
create index conflict_line_shortfall on conflict_line (device_id) where state = 'overspend';
create index conflict_line_withheld on conflict_line (stall_id) where state = 'overspend';
create index conflict_line_open on conflict_line (state, recorded_at) where state <> 'resolved';

-- # Restores

-- A life of this database. A new one begins when the operator restores a copy, or when a device shows a sealed receipt that is missing here.
create table epoch (
  number bigint primary key check (number > 0),
  started_at timestamptz not null,
  reason text not null check (reason in ('first', 'restored', 'noticed'))
);
insert into epoch (number, started_at, reason) values (1, now(), 'first');

-- A device that has to report in a new epoch, and what came back with it.
create table expected_device (
  epoch bigint not null references epoch (number),
  -- No reference: the copy may not know it.
  device_id uuid not null,
  market_id uuid references market (id),
  -- Time at which everything after its known head had arrived.
  returned_at timestamptz,
  -- Operations that came back by sealed receipts, and their pesos.
  recovered bigint not null default 0 check (recovered >= 0),
  recovered_sum bigint not null default 0 check (recovered_sum >= 0),
  primary key (epoch, device_id)
);

-- A sale that came back after a restore by its sealed receipt.
create table recovered_purchase (
  -- No reference: the sale may wait for its top-up.
  purchase_op text primary key,
  epoch bigint not null,
  device_id uuid not null references device (id),
  stall_id uuid not null references person (id),
  -- The stall is not paid for it yet, because its device may still bring a withdrawal of it.
  is_withheld boolean not null
);
create index recovered_purchase_withheld on recovered_purchase (stall_id) where is_withheld;
create index recovered_purchase_device on recovered_purchase (device_id, epoch);

-- # Erasing and retention

-- The running server may change neither receipts nor decisions nor envelopes. These functions do, as their owner, within limits.

-- Returns the movements of these customers.
create function movements_of(people uuid[]) returns setof uuid language sql stable as $$
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

-- Erases names of these customers from receipts and decisions, and nothing else.
create function forget_in_records(people uuid[]) returns void language sql security definer
set search_path = public, pg_temp as $$
  update receipt r set answer = regexp_replace(r.answer::text,
      '"(ownerName|userName|identification)": "(?:[^"\\]|\\.)*"', '"\1": ""', 'g')::jsonb
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

-- Removes from answers what the ledger can repeat, and returns how many it changed. A receipt younger than 90 days is left alone.
-- Key, hash and refusal stay, because they make an operation happen once.
create function slim_receipts(ops text[]) returns bigint language sql security definer
set search_path = public, pg_temp as $$
  with own as (
    update receipt r set answer = jsonb_build_object('nuevoSaldo', r.answer -> 'nuevoSaldo')
    from movement m join purchase b on b.movement_id = m.id
    where r.op_id = any (ops) and m.reference = r.op_id and b.code = r.answer ->> 'codeCompra'
      and r.refusal is null and r.answer ? 'nuevoSaldo' and r.recorded_at < now() - interval '90 days'
    returning 1
  ), accepted as (
    update receipt r set answer = jsonb_set(r.answer, '{purchase}',
        jsonb_build_object('nuevoSaldo', r.answer -> 'purchase' -> 'nuevoSaldo'))
    from accepted_purchase a join movement m on m.reference = a.purchase_op_id join purchase b on b.movement_id = m.id
    where a.purchase_op_id = any (ops) and r.op_id = a.op_id and b.code = r.answer -> 'purchase' ->> 'codeCompra'
      and r.refusal is null and r.answer -> 'purchase' ? 'nuevoSaldo' and r.recorded_at < now() - interval '90 days'
    returning 1
  )
  select (select count(*) from own) + (select count(*) from accepted)
$$;
revoke all on function slim_receipts(text[]) from public;

-- Removes the content of envelopes that have their answer and no open line, and returns how many it changed.
-- An envelope younger than 90 days is left alone.
create function slim_envelopes(ops text[]) returns bigint language sql security definer
set search_path = public, pg_temp as $$
  with slim as (
    update journal_entry e set envelope = jsonb_strip_nulls(jsonb_build_object(
      'operatorId', e.envelope -> 'operatorId', 'occurredAt', e.envelope -> 'occurredAt',
      'clockOffset', e.envelope -> 'clockOffset', 'payload', jsonb_build_object(
        'snapshotAsOf', e.envelope -> 'payload' -> 'snapshotAsOf')))
    where e.op_id = any (ops) and e.envelope ? 'hash' and e.recorded_at < now() - interval '90 days'
      and exists (select 1 from receipt r where r.op_id = e.op_id)
      and e.op_id not in (select c.op_id from conflict_line c where c.state <> 'resolved'
        union all select c.purchase_op_id from conflict_line c where c.state <> 'resolved')
    returning 1
  )
  select count(*) from slim
$$;
revoke all on function slim_envelopes(text[]) from public;

-- Deletes up to `most` incidents and as many notices of exhausted vouchers from before `old`, and returns how many it deleted.
-- Rows younger than 90 days are left alone.
create function forget_device_events(old timestamptz, most int) returns bigint language sql security definer
set search_path = public, pg_temp as $$
  with incidents as (
    delete from device_incident where ctid = any (array(select i.ctid from device_incident i
      where i.noticed_at < least(old, now() - interval '90 days') order by i.noticed_at limit most for update skip locked))
    returning 1
  ), told as (
    delete from told_voucher where ctid = any (array(select t.ctid from told_voucher t
      where t.told_at < least(old, now() - interval '90 days') order by t.told_at limit most for update skip locked))
    returning 1
  )
  select (select count(*) from incidents) + (select count(*) from told)
$$;
revoke all on function forget_device_events(timestamptz, int) from public;

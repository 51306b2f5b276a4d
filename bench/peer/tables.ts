/** Tables of the plain endpoint, with the constraints and indexes that its purchases and their lists need. */
export const peerTables = `
create table voucher (
  id uuid primary key,
  owner_id uuid not null,
  balance bigint not null check (balance >= 0)
);
create table stall (
  id uuid primary key,
  name text not null
);
create table purchase (
  id uuid primary key,
  request_id uuid not null unique,
  voucher_id uuid not null references voucher,
  stall_id uuid not null references stall,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);
create index on purchase (voucher_id, created_at);
create index on purchase (stall_id, created_at);
create table posting (
  purchase_id uuid not null references purchase,
  account_id uuid not null,
  amount bigint not null,
  primary key (purchase_id, account_id)
);
create index on posting (account_id);
create table receipt (
  request_id uuid primary key references purchase (request_id),
  answer jsonb not null,
  created_at timestamptz not null default now()
);
`;

/** A purchase that somebody says is wrong: one for a purchase, answered once. `number` counts within a market: "R-0007". */
export const complaints = {
  id: '0023-complaints',
  sql: `
create table complaint (
  id uuid primary key,
  market_id uuid not null references market (id),
  number int not null,
  purchase_id uuid not null unique references purchase (movement_id),
  voucher_id uuid not null references voucher (id),
  stall_id uuid not null references person (id),
  reason text not null check (reason in ('NOT_MINE', 'OTHER_AMOUNT', 'TWICE', 'NOT_DELIVERED')),
  words text not null,
  filed_by uuid references person (id),
  filed_at timestamptz not null,
  due_at timestamptz not null,
  stall_words text not null default '',
  stall_words_at timestamptz,
  verdict text check (verdict in ('ALL', 'PART', 'NONE')),
  answer_words text not null default '',
  answered_by uuid references person (id),
  answered_at timestamptz,
  returned bigint not null default 0 check (returned >= 0),
  unique (market_id, number),
  check ((verdict is null) = (answered_at is null)),
  check (verdict is distinct from 'NONE' or answer_words <> '')
);
create index complaint_open on complaint (market_id, due_at) where answered_at is null;
create index complaint_stall on complaint (stall_id, filed_at);
create index complaint_voucher on complaint (voucher_id);

alter table market add column complaint_days int not null default 7 check (complaint_days between 1 and 90);
alter table market add column answer_days int not null default 7 check (answer_days between 1 and 90);
`,
};

/**
 * Several papers of one customer joined into one. The parts are the voucher legs of its movement; each of them is closed, and
 * `voucher_join_part` says where its money went.
 */
export const papersJoined = {
  id: '0019-papers-joined',
  sql: `
alter table voucher drop constraint voucher_closed_as_check;
alter table voucher add constraint voucher_closed_as_check check (closed_as in ('voided', 'refunded', 'expired', 'joined'));

alter table movement drop constraint movement_kind_check;
alter table movement add constraint movement_kind_check check (kind in (
  'top-up', 'purchase', 'assignment',
  'void', 'redemption', 'reissue', 'expiry', 'payout', 'till-close', 'clearing', 'top-up-void', 'join'));

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
create table voucher_join_part (
  voucher_id uuid primary key references voucher (id),
  movement_id uuid not null references voucher_join (movement_id),
  amount bigint not null check (amount > 0)
);
create index voucher_join_part_movement on voucher_join_part (movement_id);
`,
};

/**
 * Sales at which a person of the market looks before they are paid: `over_ceiling_voucher` names vouchers of a point that held more than its
 * market lets it when it made them, until the market has received its cash. `taking_review` keeps what a person released or kept.
 * `typed_look_up` says which codes a stall typed in place of reading them.
 */
export const unusualTakings = {
  id: '0052-unusual-takings',
  sql: `
alter table market add column new_stall_day bigint not null default 500000 check (new_stall_day >= 0);

create table over_ceiling_voucher (
  voucher_id uuid primary key references voucher (id),
  top_up_point_id uuid not null references person (id)
);
create index over_ceiling_voucher_point on over_ceiling_voucher (top_up_point_id);

create table taking_review (
  id uuid primary key,
  stall_id uuid not null references person (id),
  day date not null,
  reason text not null check (reason in ('UNUSUAL', 'OVER_CEILING')),
  verdict text not null check (verdict in ('RELEASED', 'KEPT')),
  amount bigint not null check (amount > 0),
  sales integer not null check (sales > 0),
  recorded_at timestamptz not null
);
create index taking_review_stall on taking_review (stall_id, day);

create table typed_look_up (
  stall_id uuid not null references person (id),
  voucher_id uuid not null references voucher (id),
  looked_at timestamptz not null,
  primary key (stall_id, voucher_id, looked_at)
);
create index typed_look_up_time on typed_look_up (stall_id, looked_at);
`,
};

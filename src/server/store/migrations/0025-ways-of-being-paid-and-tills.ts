/**
 * How a stall is paid, as it says itself, and how it was paid in each payout: a later change alters no act. `way` is what
 * contract/cash/payment-way.ts reads. A till may begin the day with cash of its market's, and its count keeps the pieces it was
 * counted by; a market may have its points count without saying what should be there.
 */
export const waysOfBeingPaidAndTills = {
  id: '0025-ways-of-being-paid-and-tills',
  sql: `
create table payment_way (
  stall_id uuid primary key references person (id),
  way jsonb not null,
  changed_at timestamptz not null
);
alter table payout add column way jsonb;

create table till_float (
  movement_id uuid primary key references movement (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  note text not null,
  recorded_at timestamptz not null
);
create index till_float_point on till_float (top_up_point_id, recorded_at);

alter table till_count add column pieces jsonb;
alter table market add column blind_count boolean not null default false;
`,
};

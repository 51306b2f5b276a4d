/**
 * What is left of a voucher, given back in cash by its market's decision. `number` counts a market's acts, "D-00014". Off until a market
 * switches it on; `refund_cap` is the most for one person in a year where the reason is not one that the market has no say in.
 */
export const refunds = {
  id: '0022-refunds',
  sql: `
alter table market add column refunds_on boolean not null default false;
alter table market add column refund_cap bigint not null default 200000 check (refund_cap >= 0);

alter table movement drop constraint movement_kind_check;
alter table movement add constraint movement_kind_check check (kind in (
  'top-up', 'purchase', 'assignment', 'void', 'redemption', 'reissue', 'expiry', 'payout', 'till-close', 'clearing',
  'top-up-void', 'join', 'refund'));

create table refund (
  movement_id uuid primary key references movement (id),
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
`,
};

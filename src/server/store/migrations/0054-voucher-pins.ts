/** PINs of vouchers, and limits of devices that follow the days of their stalls. A market that has set its limits keeps them as they are. */
export const voucherPins = {
  id: '0054-voucher-pins',
  servesOlder: true,
  sql: `
alter table voucher add column pin_free bigint check (pin_free >= 0);

-- # Vouchers

-- The PIN of a voucher, as a slow hash of a keyed one. A wrong try is counted before it is checked, and no transaction of a sale takes it back.
create table voucher_pin (
  voucher_id uuid primary key references voucher (id),
  pin_hash text not null,
  misses int not null default 0 check (misses between 0 and 3),
  chosen_by uuid not null references person (id),
  chosen_at timestamptz not null
);

-- A sale for which the PIN was right, by the operation that will make it. It counts for that sale alone, for a quarter of an hour.
create table pin_given (
  op_id text primary key,
  voucher_id uuid not null references voucher (id),
  stall_id uuid not null references person (id),
  price bigint not null check (price > 0),
  given_at timestamptz not null
);
create index pin_given_at on pin_given (given_at);

alter table offline_limits add column pin_above bigint not null default 50000 check (pin_above >= 0);
alter table offline_limits add column stall_floor bigint not null default 100000 check (stall_floor >= 0);
update offline_limits set pin_above = greatest(pin_above, per_voucher), stall_floor = greatest(stall_floor, per_device);
`,
};

/**
 * `recovered_sale`: sales that came back by a sealed receipt after a restore. `is_held`: the stall is not paid for it yet, because its
 * device may still bring the void of it. No reference to the purchase: a sale may wait for its top-up.
 */
export const recoveredSales = {
  id: '0047-recovered-sales',
  servesOlder: true,
  sql: `
create table recovered_sale (
  purchase_op text primary key,
  epoch bigint not null,
  device_id uuid not null references device (id),
  stall_id uuid not null references person (id),
  is_held boolean not null
);
create index recovered_sale_held on recovered_sale (stall_id) where is_held;
create index recovered_sale_device on recovered_sale (device_id, epoch);
`,
};

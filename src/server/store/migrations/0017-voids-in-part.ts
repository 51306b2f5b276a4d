/**
 * A purchase may be voided in parts. `stands`: what is left of it after each; no two leave the same, so that two at once are one.
 * `missing`: the part of a void that no voucher had covered; the line of such a sale says what is missing still.
 */
export const voidsInPart = {
  id: '0017-voids-in-part',
  sql: `
alter table purchase_void add column missing bigint not null default 0 check (missing >= 0 and missing <= amount);
alter table purchase_void add column stands bigint not null default 0 check (stands >= 0);
alter table purchase_void drop constraint purchase_void_purchase_id_key;
create unique index purchase_void_order on purchase_void (purchase_id, stands);
create index purchase_void_stall on purchase_void (stall_id, recorded_at);
`,
};

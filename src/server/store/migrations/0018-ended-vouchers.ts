/**
 * A voucher whose rest became its market's at its end says so: with nothing on it, it is expired and not spent. It is not blocked: what a
 * void brings back to it expires in turn.
 */
export const endedVouchers = {
  id: '0018-ended-vouchers',
  sql: `
alter table voucher drop constraint voucher_closed_as_check;
alter table voucher add constraint voucher_closed_as_check check (closed_as in ('voided', 'refunded', 'expired'));
update voucher v set closed_as = 'expired' where v.closed_as is null
  and exists (select 1 from voucher_change x where x.voucher_id = v.id and x.kind = 'expiry');
`,
};

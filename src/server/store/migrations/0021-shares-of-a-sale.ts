/**
 * A sale paid with several vouchers is a purchase for each of them, recorded in one act: `sale_code` is what people call the sale by, and
 * a share's own code is that and its number. Their movements' references are the operation's id, a space, and the voucher's.
 */
export const sharesOfASale = {
  id: '0021-shares-of-a-sale',
  sql: `
alter table purchase add column sale_code text;
create index purchase_sale on purchase (sale_code) where sale_code is not null;
`,
};

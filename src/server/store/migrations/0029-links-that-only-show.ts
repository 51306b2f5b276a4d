/** One link for each voucher that shows what is on it and pays nothing. The key is kept as its hash; another made for it ends the first. */
export const linksThatOnlyShow = {
  id: '0029-links-that-only-show',
  servesOlder: true,
  sql: `
create table voucher_view (
  voucher_id uuid primary key references voucher(id),
  key_hash text not null unique,
  made_at timestamptz not null
);
`,
};

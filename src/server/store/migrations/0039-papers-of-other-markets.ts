/**
 * What a market takes without a link of another market's paper that its tablets do not know, and lists of balances that hold one
 * market: what a tablet was sent before held the country, and is followed by a whole list. Two indexes by which such a list is read.
 *
 * Costs two passes over `voucher`, in which nobody sells or tops up: seconds for a million.
 */
export const papersOfOtherMarkets = {
  id: '0039-papers-of-other-markets',
  servesOlder: true,
  sql: `
alter table offline_limits add column foreign_voucher bigint not null default 0 check (foreign_voucher >= 0);

alter table handed_list add column is_of_market boolean not null default false;

create index voucher_market_open on voucher (market_id, id) where is_open;
create index voucher_market_kiosk on voucher (market_id, created_at) where kiosk_signed;
`,
};

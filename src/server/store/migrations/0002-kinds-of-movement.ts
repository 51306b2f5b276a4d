/**
 * The closed lists of account and movement kinds, for all that moves money.
 *
 * Signs: what is owed to somebody is positive, what is held or owed to the market is negative.
 * guarantee: what the market's fund bore; debt: what a customer owes for an overspend; treasury: the market's own cash,
 * taken from tills and paid to stalls; cash-difference: till counts that were short or over; breakage: expired balances.
 */
export const kindsOfMovement = {
  id: '0002-kinds-of-movement',
  sql: `
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'cash', 'voucher', 'stall', 'clearing', 'overspend', 'redemption',
  'guarantee', 'debt', 'treasury', 'cash-difference', 'breakage'));

alter table movement drop constraint movement_kind_check;
alter table movement add constraint movement_kind_check check (kind in (
  'top-up', 'purchase', 'assignment',
  'void', 'redemption', 'reissue', 'expiry', 'payout', 'till-close', 'clearing'));

insert into ledger_account (id, kind, owner_id, market_id)
select gen_random_uuid(), kind.kind, m.id, m.id
from market m
cross join (values ('guarantee'), ('treasury'), ('cash-difference'), ('breakage')) as kind (kind);
`,
};

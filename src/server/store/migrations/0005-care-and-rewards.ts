/**
 * When a block was taken back: stalls' lists of balances must hear of it, and a sale that was settled before it says no
 * longer why the voucher is blocked. A reward can be paused.
 */
export const careAndRewards = {
  id: '0005-care-and-rewards',
  sql: `
alter table voucher add column unblocked_at timestamptz;
create index voucher_unblocked on voucher (unblocked_at) where unblocked_at is not null;

alter table reward add column is_active boolean not null default true;
`,
};

/**
 * A top-up that was undone, and vouchers that were closed for good. `paid_from`: whose cash went back. A closed voucher is blocked as well, so that
 * whatever asks for the block alone (sales without a link, lists of tablets) takes nothing from it.
 */
export const topUpsUndone = {
  id: '0015-top-ups-undone',
  sql: `
alter table voucher add column closed_as text check (closed_as in ('voided', 'refunded'));

alter table movement drop constraint movement_kind_check;
alter table movement add constraint movement_kind_check check (kind in (
  'top-up', 'purchase', 'assignment',
  'void', 'redemption', 'reissue', 'expiry', 'payout', 'till-close', 'clearing', 'top-up-void'));

create table top_up_void (
  movement_id uuid primary key references movement (id),
  top_up_id uuid not null unique references top_up (movement_id),
  voucher_id uuid not null references voucher (id),
  top_up_point_id uuid not null references person (id),
  market_id uuid not null references market (id),
  amount bigint not null check (amount > 0),
  paid_from text not null check (paid_from in ('TILL', 'MARKET')),
  reason text not null,
  recorded_at timestamptz not null
);
create index top_up_void_point on top_up_void (top_up_point_id, recorded_at);
create index top_up_void_market on top_up_void (market_id, recorded_at);

alter table journal_entry drop constraint journal_entry_kind_check;
alter table journal_entry add constraint journal_entry_kind_check check (kind in (
  'purchase', 'top-up', 'customer', 'acceptance', 'withdrawal', 'top-up-void'));

alter table sale_conflict drop constraint sale_conflict_kind_check;
alter table sale_conflict add constraint sale_conflict_kind_check check (kind in ('sale', 'top-up', 'top-up-void'));
`,
};

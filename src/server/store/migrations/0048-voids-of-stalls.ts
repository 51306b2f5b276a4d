/** A stall's void over the screen is in its device's journal, and a line where a person decides about it. Only widens two columns. */
export const voidsOfStalls = {
  id: '0048-voids-of-stalls',
  servesOlder: true,
  sql: `
alter table journal_entry drop constraint journal_entry_kind_check;
alter table journal_entry add constraint journal_entry_kind_check check (kind in (
  'purchase', 'top-up', 'customer', 'acceptance', 'withdrawal', 'top-up-void', 'void'));

alter table sale_conflict drop constraint sale_conflict_kind_check;
alter table sale_conflict add constraint sale_conflict_kind_check
  check (kind in ('sale', 'top-up', 'top-up-void', 'withdrawal', 'void'));
`,
};

/**
 * A line for a withdrawal that a stall could not have had as a void, and cash of an undone top-up that a till count had found missing.
 * Both only widen what a column may say.
 */
export const whatAPersonTakesBack = {
  id: '0042-what-a-person-takes-back',
  servesOlder: true,
  sql: `
alter table sale_conflict drop constraint sale_conflict_kind_check;
alter table sale_conflict add constraint sale_conflict_kind_check
  check (kind in ('sale', 'top-up', 'top-up-void', 'withdrawal'));

alter table top_up_void drop constraint top_up_void_paid_from_check;
alter table top_up_void add constraint top_up_void_paid_from_check
  check (paid_from in ('TILL', 'MARKET', 'DIFFERENCE'));
`,
};

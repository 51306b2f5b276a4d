/**
 * What is new is found by the transaction that wrote it, never by a clock or by an id that has the time in it: clocks jump
 * and differ, and a transaction may commit long after its id was made. `movement.xid` is that transaction; everything
 * below the oldest one still running is complete (ledger/commit-order.ts). The rows of before have 0.
 *
 * The day sums of before were folded by time and may have missed movements: they are folded again. `voucher_block` has a
 * row for each block and unblock, so that lists of changes find them too; `handed_list.position` is where the next list
 * of changes begins.
 */
export const orderOfCommits = {
  id: '0007-order-of-commits',
  sql: `
alter table movement add column xid bigint not null default 0;
alter table movement alter column xid set default (pg_current_xact_id()::text::bigint);
create index movement_xid on movement using brin (xid) with (pages_per_range = 16, autosummarize = on);

create table voucher_block (
  voucher_id uuid not null references voucher (id),
  xid bigint not null default (pg_current_xact_id()::text::bigint)
);
create index voucher_block_xid on voucher_block (xid);

alter table handed_list add column position bigint not null default 0;

alter table ledger_day_cursor add column xid bigint not null default 0;
update ledger_day_cursor set until = '00000000-0000-0000-0000-000000000000';
delete from ledger_day;
`,
};

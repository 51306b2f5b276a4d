/**
 * Up to where an audit found everything right, so that the next one begins there (ledger/audit/checkpoint.ts). Each row has the digest of
 * the one before it in its own. Two indexes for what an audit looks up. Costs a pass over `purchase` and `accepted_sale`.
 */
export const auditCheckpoints = {
  id: '0033-audit-checkpoints',
  servesOlder: true,
  sql: `
create table audit_checkpoint (
  number bigint primary key check (number > 0),
  xid bigint not null,
  movements bigint not null,
  postings bigint not null,
  walked_at timestamptz not null,
  place text not null,
  digest text not null
);
create index purchase_missing on purchase (movement_id) where missing > 0;
create index accepted_sale_time on accepted_sale (recorded_at);
`,
};

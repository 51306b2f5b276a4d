/**
 * Several stalls paid in one act: each has a payout of its own, and `run_code` is what people call the act by ("P-2026-11-22"). Its
 * movements' references are the operation's id, a space, and the stall's: no Idempotency-Key has a space, so none is taken.
 */
export const payoutsOfMany = {
  id: '0014-payouts-of-many',
  sql: `
alter table payout add column run_code text;
create unique index payout_run on payout (market_id, run_code, stall_id) where run_code is not null;
`,
};

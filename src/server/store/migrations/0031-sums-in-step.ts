/**
 * The program of the release before folds days and knows nothing of the running sums beside them (0030): while processes are
 * replaced one after the other it would fold days that no running sum ever gets. It does not say `summed`, so what it
 * folds is refused, and whoever folds both does it. Its reports fail meanwhile; nothing it takes or pays does.
 *
 * No row is rewritten and nothing is read; it waits for the folding under way.
 */
export const sumsInStep = {
  id: '0031-sums-in-step',
  sql: `
alter table ledger_day add column summed boolean not null default true;
alter table ledger_day alter column summed drop default;
`,
};

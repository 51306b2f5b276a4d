import type { Database } from './database.ts';

/** Tables whose rows change: each change leaves a dead row behind. */
const changing = [
  'voucher',
  'session_token',
  'person',
  'app_setting',
  'market',
  'product',
  'reward',
  'password_reset',
  'ledger_day',
  'ledger_day_cursor',
  'device',
  'sale_conflict',
];
/** Tables that only grow: their sizes are what the planner must know. */
const growing = [
  'receipt',
  'movement',
  'posting',
  'purchase',
  'top_up',
  'points_entry',
  'ledger_account',
  'decision',
  'purchase_void',
  'redemption',
  'voucher_change',
  'till_count',
  'payout',
  'journal_entry',
  'accepted_sale',
];

const everyMs = 6 * 3_600_000;

/**
 * The embedded database has no autovacuum. One table at a time, so that purchases pass in between; at start and every six
 * hours. A failure is reported and changes nothing else. Answers the way to stop.
 */
export function keepEmbeddedTidy(database: Database, onFailure: (error: unknown) => void): () => void {
  if (database.engine !== 'embedded') return () => undefined;
  const tidy = (): void => {
    tidyEmbedded(database).catch(onFailure);
  };
  tidy();
  const timer = setInterval(tidy, everyMs);
  return () => clearInterval(timer);
}

export async function tidyEmbedded(database: Database): Promise<void> {
  for (const table of changing) await database.query({ text: `vacuum (analyze) ${table}` }, 'read');
  for (const table of growing) await database.query({ text: `analyze ${table}` }, 'read');
}

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
 * hours. A failure is reported and changes nothing else. Answers the way to stop, which waits for the table at hand.
 */
export function keepEmbeddedTidy(
  database: Database,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  if (database.engine !== 'embedded') return () => Promise.resolve();
  let isStopped = false;
  let running = Promise.resolve();
  const tidy = (): void => {
    running = tidyEmbedded(database, () => isStopped).catch(onFailure);
  };
  tidy();
  const timer = setInterval(tidy, everyMs);
  return () => {
    isStopped = true;
    clearInterval(timer);
    return running;
  };
}

export async function tidyEmbedded(database: Database, isEnough: () => boolean = () => false): Promise<void> {
  const work = [
    ...changing.map((table) => `vacuum (analyze) ${table}`),
    ...growing.map((table) => `analyze ${table}`),
  ];
  for (const text of work) if (!isEnough()) await database.query({ text }, 'read');
}

import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { AppliedAnswer, SentLetter } from '#src/client/local/db/rows.ts';
import { readLetters } from '#src/client/local/device/letters.ts';
import { readLimits, readSyncStatus } from '#src/client/local/device/server-config.ts';

/** A device's letters, for its screen. Times in ms since 1970. */
export type LetterFacts = {
  /** The newest letter without its answer. */
  sent: SentLetter | null;
  applied: AppliedAnswer | null;
  /** Server clock of the newest answer; 0 for none. */
  appliedAsOf: number;
  /** Device clock of the last report over a link; 0 for none. */
  reportedAt: number;
  /** Server clock of the stored list, and when it stops selling; 0 for none. */
  listAsOf: number;
  sellsUntil: number;
};

export async function readLetterFacts(db: MoneyDb): Promise<LetterFacts> {
  const letters = await readLetters(db);
  const { reportedAt, listAsOf } = await readSyncStatus(db);
  const limits = await readLimits(db);
  const hours = limits?.snapshotHours ?? 0;
  return {
    sent: letters?.sent ?? null,
    applied: letters?.applied ?? null,
    appliedAsOf: letters?.appliedAsOf ?? 0,
    reportedAt,
    listAsOf,
    sellsUntil: listAsOf === 0 ? 0 : listAsOf + hours * 3_600_000,
  };
}

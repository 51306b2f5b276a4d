import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { AppliedAnswer, SentLetter, ServerConfigRow, Tally } from '#src/client/local/db/rows.ts';
import type { SealedLetter } from '#src/contract/sync/letter.ts';

export type Letters = Omit<Extract<ServerConfigRow, { id: 'letters' }>, 'id'>;

/** A letter for a person to give to a carrier. */
export type WrittenLetter =
  | { kind: 'written'; number: number; sealed: SealedLetter; carried: Tally }
  /** The server's key is not stored here, so nothing can be sealed for it. */
  | { kind: 'no-key' }
  | { kind: 'not-enrolled' };

/**
 * `not-an-answer`: another kind of file, or of a newer version. `foreign`: for another device. `changed`: not
 * as the server wrote it. `older`: not newer than what this device has. `no-key`: this device has written no
 * letter, or lacks the server's key.
 */
export type AnswerRefusal = 'not-an-answer' | 'foreign' | 'changed' | 'older' | 'no-key' | 'not-enrolled';

/** `asOf`: server clock, ms since 1970. */
export type OpenedAnswer =
  | { kind: 'applied'; asOf: number; applied: AppliedAnswer }
  | { kind: 'refused'; why: AnswerRefusal };

/** Returns null before the first letter. */
export async function readLetters(db: MoneyDb): Promise<Letters | null> {
  const row = await db.held.get('letters');
  return row?.id === 'letters' ? row : null;
}

/**
 * Counts a new letter, and returns its number and the key for its answer. `fresh` becomes that key with the
 * first letter and is dropped afterwards. A number is never used again, even if its letter is never written.
 */
export function countLetter(
  db: MoneyDb,
  fresh: Letters['answerKey'],
): Promise<{ number: number; answerKey: Letters['answerKey'] }> {
  return db.transaction('rw', db.held, async () => {
    const held = await readLetters(db);
    const number = (held?.lastNumber ?? 0) + 1;
    const answerKey = held?.answerKey ?? fresh;
    const rest = held ?? { sent: null, appliedAsOf: 0, applied: null };
    await db.held.put({ ...rest, answerKey, lastNumber: number, id: 'letters' });
    return { number, answerKey };
  });
}

/** Records that a person has saved or shared this letter. */
export function noteSent(db: MoneyDb, sent: SentLetter): Promise<void> {
  return changeLetters(db, (held) =>
    sent.number <= (held.applied?.letter ?? 0)
      ? {}
      : { sent: sent.number < (held.sent?.number ?? 0) ? held.sent : sent },
  );
}

/**
 * Records an answer as applied, after everything else of it: until then its file can be opened again.
 * `asOf`: server clock, ms since 1970; null when its list could not be stored.
 */
export function noteApplied(db: MoneyDb, applied: AppliedAnswer, asOf: number | null): Promise<void> {
  return changeLetters(db, ({ sent, appliedAsOf }) => ({
    applied,
    appliedAsOf: asOf ?? appliedAsOf,
    sent: sent && sent.number <= applied.letter ? null : sent,
  }));
}

async function changeLetters(db: MoneyDb, change: (held: Letters) => Partial<Letters>): Promise<void> {
  await db.transaction('rw', db.held, async () => {
    const held = await readLetters(db);
    if (held) await db.held.put({ ...held, ...change(held), id: 'letters' });
  });
}

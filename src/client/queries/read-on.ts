import type { Outcome } from '#src/client/api/outcome.ts';

interface Page {
  items: readonly unknown[];
  nextCursor: string | null;
}

/**
 * The page at `cursor`, or the first after it that shows something: a search of a name that many have looks through some thousand rows
 * for one answer, and may have met nobody yet. "Nothing" is said when all has been looked through.
 */
export async function readOn<Found extends Page>(
  read: (cursor: string | undefined) => Promise<Outcome<Found>>,
  cursor: string | undefined,
  /** asked for no more: somebody types another word, or has left */
  signal: AbortSignal,
): Promise<Outcome<Found>> {
  let outcome = await read(cursor);
  while (
    !signal.aborted &&
    outcome.kind === 'ok' &&
    outcome.data.items.length === 0 &&
    outcome.data.nextCursor !== null
  )
    outcome = await read(outcome.data.nextCursor);
  return outcome;
}

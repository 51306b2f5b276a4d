import type { QueryKey } from '@tanstack/react-query';
import type { CallAnswer } from '#src/client/api/call-answer.ts';
import { type ReadOptions, useRead } from './call-failure.ts';

interface Page {
  items: readonly unknown[];
  nextCursor: string | null;
}

/**
 * Returns the page at `cursor`, or the first later page with rows. A search for a common name scans some
 * thousand rows per answer and may not have found any yet. It reports "nothing" when all rows were scanned.
 */
export async function readOn<Found extends Page>(
  read: (cursor: string | undefined) => Promise<CallAnswer<Found>>,
  cursor: string | undefined,
  /** Ends the search when the person types another word or leaves. */
  signal: AbortSignal,
): Promise<CallAnswer<Found>> {
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

/** Reads a page of a list under its query key, which shows the previous one until it has loaded. */
export function useReadPage<Found extends Page>(
  queryKey: QueryKey,
  read: (cursor: string | undefined) => Promise<CallAnswer<Found>>,
  cursor: string | undefined,
  options?: ReadOptions,
) {
  return useRead(queryKey, ({ signal }) => readOn(read, cursor, signal), { keepsPrevious: true, ...options });
}

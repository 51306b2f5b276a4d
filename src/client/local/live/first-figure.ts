import { useEffect } from 'react';
import { outboxExists } from './outbox-exists.ts';

/** The longest wait for a page's first figure, ms: a server may be slow, and the database is needed to sell. */
const longestMs = 4_000;

/** Ends the wait; undefined where nothing waits. */
let end: (() => void) | undefined;
let turn: Promise<void> = Promise.resolve();

/**
 * From now on `databaseTurn` waits for the first figure of the page, because on a device that has stored
 * nothing the figures are the server's alone, and the database would only delay them. Where something is
 * stored it is loaded at once by `preload`.
 */
export function holdDatabase(preload: () => Promise<unknown>): void {
  if (end) return;
  turn = new Promise((resolve) => {
    end = resolve;
  });
  void loadStored(preload);
}

async function loadStored(preload: () => Promise<unknown>): Promise<void> {
  if (!(await outboxExists().catch(() => true))) return;
  noteFirstFigure();
  // A failure recurs, and is shown, where the database is read.
  await preload().catch(() => undefined);
}

/** The page shows its first figure, or it has none. */
export function noteFirstFigure(): void {
  end?.();
}

/** Resolves when the database may load. */
export async function databaseTurn(): Promise<void> {
  if (!end) return;
  const timer = setTimeout(noteFirstFigure, longestMs);
  await turn;
  clearTimeout(timer);
}

/** The database of a new device loads once the page shows its figures, or has none. */
export function useFirstFigure(isShown: boolean): void {
  useEffect(() => {
    if (isShown) noteFirstFigure();
  }, [isShown]);
}

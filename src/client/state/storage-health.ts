import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

/** Why this device could not store money, empty while it can. Nothing but a reload takes it back. */
const storageFailureAtom = atom('');

export function useStorageFailure(): string {
  return useAtomValue(storageFailureAtom, { store });
}

/** A part that did not load, or a fault of the program: the disk is well, and what was to be done is tried again. */
const notOfTheDisk = new Set(['Error', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);

/** From now on a red screen stands before everything: what cannot be written down must not be sold. */
export function reportStorageFailure(error: unknown): void {
  if (error instanceof Error && notOfTheDisk.has(error.name)) {
    if ('reportError' in globalThis) reportError(error);
    return;
  }
  store.set(storageFailureAtom, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

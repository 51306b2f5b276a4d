import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

/** Cause of this device's failure to store money, empty while storage works. Only a reload clears it. */
const storageFailureAtom = atom('');

export function useStorageFailure(): string {
  return useAtomValue(storageFailureAtom, { store });
}

/** A module that did not load, or a program fault: the disk is fine, and the operation is retried. */
const notOfTheDisk = new Set(['Error', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError']);

/** Covers every screen with the red one from now on: a sale that cannot be stored must not be made. */
export function reportStorageFailure(error: unknown): void {
  if (error instanceof Error && notOfTheDisk.has(error.name)) {
    if ('reportError' in globalThis) reportError(error);
    return;
  }
  store.set(storageFailureAtom, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

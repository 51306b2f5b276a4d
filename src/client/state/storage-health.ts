import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

/** Why this device could not store money, empty while it can. Nothing but a reload takes it back. */
const storageFailureAtom = atom('');

export function useStorageFailure(): string {
  return useAtomValue(storageFailureAtom, { store });
}

/** From now on a red screen stands before everything: what cannot be written down must not be sold. */
export function reportStorageFailure(error: unknown): void {
  store.set(storageFailureAtom, error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

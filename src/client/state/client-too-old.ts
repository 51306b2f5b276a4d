import { atom } from 'jotai';
import { store } from './store.ts';

/** True once the server said that it no longer serves this version. Nothing is lost by it: the outbox waits for the next one. */
const clientTooOldAtom = atom(false);

export function reportClientTooOld(): void {
  store.set(clientTooOldAtom, true);
}

/** Calls `listener` when the server says so. */
export function onClientTooOld(listener: () => void): void {
  store.sub(clientTooOldAtom, listener);
}

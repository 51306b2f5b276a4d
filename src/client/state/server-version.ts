import { atom } from 'jotai';
import { store } from './store.ts';

/**
 * What this version of the application has met on the server. `newer`: a part of an answer was left out because it was not
 * understood. `too-old`: this version is no longer served. Nothing is lost by either: the outbox waits for the next one.
 */
export type ServerVersion = 'known' | 'newer' | 'too-old';

const serverVersionAtom = atom<ServerVersion>('known');

export function reportServerVersion(met: 'newer' | 'too-old'): void {
  if (store.get(serverVersionAtom) !== 'too-old') store.set(serverVersionAtom, met);
}

/** Calls `listener` when the server turns out to be newer, and when it serves this version no more. */
export function onServerVersion(listener: (met: ServerVersion) => void): void {
  store.sub(serverVersionAtom, () => listener(store.get(serverVersionAtom)));
}

import { atom } from 'jotai';
import { store } from './store.ts';

/**
 * How the server's version compares. `newer`: a part of an answer was left out because this version does not know it.
 * `too-old`: the server no longer serves this version. Neither loses anything: the outbox waits for the update.
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

import { atom } from 'jotai';
import { store } from './store.ts';

/**
 * Comparison with the server's version. `newer`: part of an answer was omitted because this version does not
 * know it. `too-old`: the server no longer serves this version. Neither loses data, because the outbox waits
 * for the update.
 */
export type ServerVersion = 'known' | 'newer' | 'too-old';

const serverVersionAtom = atom<ServerVersion>('known');

export function reportServerVersion(met: 'newer' | 'too-old'): void {
  if (store.get(serverVersionAtom) !== 'too-old') store.set(serverVersionAtom, met);
}

/** Calls `listener` when the server turns out to be newer, and when it no longer serves this version. */
export function onServerVersion(listener: (met: ServerVersion) => void): void {
  store.sub(serverVersionAtom, () => listener(store.get(serverVersionAtom)));
}

import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

/** The state of the link to the server, from requests to it and not from navigator.onLine. */
export type Connection = {
  link: 'unknown' | 'online' | 'offline';
  /** the drain is sending now: done of total */
  sending: { done: number; total: number } | null;
};

const connectionAtom = atom<Connection>({ link: 'unknown', sending: null });

export function useConnection(): Connection {
  return useAtomValue(connectionAtom, { store });
}

export function readConnection(): Connection {
  return store.get(connectionAtom);
}

export function patchConnection(patch: Partial<Connection>): void {
  store.set(connectionAtom, { ...store.get(connectionAtom), ...patch });
}

/** Tells `listener` of every change, until the returned function is called. */
export function onConnectionChange(listener: () => void): () => void {
  return store.sub(connectionAtom, listener);
}

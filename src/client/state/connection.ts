import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

/** The state of the link to the server, derived from requests to it and not from navigator.onLine. */
export type Connection = {
  link: 'unknown' | 'online' | 'offline';
  /** The drain is sending: done of total. */
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

/** Calls `listener` after every change, until the returned function is called. */
export function onConnectionChange(listener: () => void): () => void {
  return store.sub(connectionAtom, listener);
}

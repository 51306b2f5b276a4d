import { atom } from 'jotai';
import type { OperatorKey } from '#src/contract/sync/schemas.ts';
import { store } from './store.ts';

/** A person's open key, and the data that registers it on the server. */
export type OpenOperatorKey = { privateKey: CryptoKey; offer: OperatorKey };

/** In memory only: a reload, a lock or a sign-out clears it. */
const openKeyAtom = atom<OpenOperatorKey | null>(null);

export function readOperatorKey(): OpenOperatorKey | null {
  return store.get(openKeyAtom);
}

export function holdOperatorKey(key: OpenOperatorKey | null): void {
  store.set(openKeyAtom, key);
}

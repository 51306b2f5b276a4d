import { atom, useAtomValue } from 'jotai';
import { store } from './store.ts';

/** refreshMercado of the specification: flips on each request to reload markets; not persisted. */
const refreshMercadoAtom = atom(false);

export function useRefreshMercado(): boolean {
  return useAtomValue(refreshMercadoAtom, { store });
}

export function requestMarketsReload(): void {
  store.set(refreshMercadoAtom, !store.get(refreshMercadoAtom));
}

import { atom } from 'jotai';
import { store } from './store.ts';

/** How many screens have money in hand: an amount being typed, an operation being answered. */
const openSalesAtom = atom(0);

/** Marks a sale or a top-up as open until the returned function is called; no update is applied meanwhile. */
export function holdSaleOpen(): () => void {
  let isOpen = true;
  store.set(openSalesAtom, store.get(openSalesAtom) + 1);
  return () => {
    if (!isOpen) return;
    isOpen = false;
    store.set(openSalesAtom, store.get(openSalesAtom) - 1);
  };
}

export function isSaleOpen(): boolean {
  return store.get(openSalesAtom) > 0;
}

import { atom } from 'jotai';
import { store } from './store.ts';

/** How many screens have money in hand: an amount being typed, an operation being answered. */
const openSalesAtom = atom(0);

/**
 * Marks a sale or a top-up as open until the returned function is called; meanwhile no update is applied, and a session
 * that the server ends does not take the screen away.
 */
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

/** Calls `listener` once when no sale is open any more. Returns the way to stop. */
export function onceSalesClose(listener: () => void): () => void {
  const stop = store.sub(openSalesAtom, () => {
    if (isSaleOpen()) return;
    stop();
    listener();
  });
  return stop;
}

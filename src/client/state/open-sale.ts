import { atom } from 'jotai';
import { store } from './store.ts';

/** Number of screens that handle money: an amount being typed, or an operation waiting for its answer. */
const openSalesAtom = atom(0);

/**
 * Marks a sale or a top-up as open until the returned function is called. Meanwhile no update is applied, and
 * a session that the server ends does not close the screen.
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

/** Calls `listener` once no sale is open. Returns the function that cancels it. */
export function onceSalesClose(listener: () => void): () => void {
  const stop = store.sub(openSalesAtom, () => {
    if (isSaleOpen()) return;
    stop();
    listener();
  });
  return stop;
}

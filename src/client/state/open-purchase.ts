import { atom } from 'jotai';
import { store } from './store.ts';

/** Number of screens that handle money: an amount being typed, or an operation waiting for its answer. */
const openPurchasesAtom = atom(0);

/**
 * Marks a sale or a top-up as open until the returned function is called. Meanwhile no update is applied, and
 * a session that the server ends does not close the screen.
 */
export function holdPurchaseOpen(): () => void {
  let isOpen = true;
  store.set(openPurchasesAtom, store.get(openPurchasesAtom) + 1);
  return () => {
    if (!isOpen) return;
    isOpen = false;
    store.set(openPurchasesAtom, store.get(openPurchasesAtom) - 1);
  };
}

export function isPurchaseOpen(): boolean {
  return store.get(openPurchasesAtom) > 0;
}

/** Calls `listener` once no sale is open. Returns the function that cancels it. */
export function oncePurchasesClose(listener: () => void): () => void {
  const stop = store.sub(openPurchasesAtom, () => {
    if (isPurchaseOpen()) return;
    stop();
    listener();
  });
  return stop;
}

import { atom } from 'jotai';
import { store } from './store.ts';

/** Whether anything on this device has used the outbox; until then its database is not even loaded. */
const syncWantedAtom = atom(false);

export function requestSync(): void {
  store.set(syncWantedAtom, true);
}

/** Calls `start` once, now or as soon as somebody asks. */
export function onSyncRequest(start: () => void): void {
  if (store.get(syncWantedAtom)) {
    start();
    return;
  }
  const stop = store.sub(syncWantedAtom, () => {
    stop();
    start();
  });
}

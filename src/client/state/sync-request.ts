import { atom } from 'jotai';
import type { FaultKind } from '#src/contract/devices/fault.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import { store } from './store.ts';

/** How often something on this device asked for the outbox to be looked at; 0: its database is not even loaded. */
const requestsAtom = atom(0);

/** Loads the sync where it does not run yet, and wakes it where it does. */
export function requestSync(): void {
  store.set(requestsAtom, store.get(requestsAtom) + 1);
}

/** Calls `listener` at every later request, until the returned function is called. */
export function onSyncWake(listener: () => void): () => void {
  return store.sub(requestsAtom, listener);
}

/** Calls `start` once, now or at the first request. */
export function onSyncRequest(start: () => void): void {
  if (store.get(requestsAtom) > 0) {
    start();
    return;
  }
  const stop = store.sub(requestsAtom, () => {
    stop();
    start();
  });
}

/** Where staff works, what went wrong in the program goes with the device's next contact (device/fault-log.ts). */
export const faultTeller: {
  tell?<Outcome extends { kind: string }>(
    request: SyncRequest,
    send: (request: SyncRequest) => Promise<Outcome>,
  ): Promise<Outcome>;
  note?(kind: FaultKind, error: unknown): void;
} = {};

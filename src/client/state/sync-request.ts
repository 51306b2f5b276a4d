import { atom } from 'jotai';
import type { FaultKind } from '#src/contract/devices/fault.ts';
import type { SyncRequest } from '#src/contract/sync/schemas.ts';
import { store } from './store.ts';

/** Number of requests to check the outbox. While it is 0 the outbox database is not loaded. */
const requestsAtom = atom(0);

/** Starts the sync, or wakes it if it is running. */
export function requestSync(): void {
  store.set(requestsAtom, store.get(requestsAtom) + 1);
}

/** Calls `listener` at every later request until the returned function is called. */
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

/** On staff devices, program faults are sent with the device's next contact (device/fault-log.ts). */
export const faultTeller: {
  tell?<Outcome extends { kind: string }>(
    request: SyncRequest,
    send: (request: SyncRequest) => Promise<Outcome>,
  ): Promise<Outcome>;
  note?(kind: FaultKind, error: unknown): void;
} = {};

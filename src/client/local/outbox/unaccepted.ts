import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { isFinal, openStates, type Operation, type OperationStatus } from '#src/client/local/db/operation.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';

/** An unaccepted operation that is older is not sent before a person says so, ms. */
export const askAfterMs = 10 * 60_000;

/** A single call is given up after 20 s; a row that says "sending" for longer was left by a page that died, ms. */
const sendingMs = 30_000;

type Unaccepted = Pick<Operation, 'envelope' | 'status'>;

/** Whether its money may still be taken back here: nobody has accepted it, neither the server nor this device. */
export function isUnaccepted({ envelope, status }: Unaccepted): boolean {
  const isMoney = envelope?.kind === 'purchase' || envelope?.kind === 'top-up';
  const isOpen = openStates.some((open) => open === status.state);
  const { kind } = status.offline ?? { kind: 'none' };
  return isMoney && isOpen && kind !== 'accepted' && kind !== 'issued' && !isTakenBack(status);
}

/** A person has taken it back: it is never sent. What goes out is its withdrawal. */
export function isTakenBack({ offline }: OperationStatus): boolean {
  return offline?.kind === 'withdrawn' || offline?.kind === 'voided';
}

/** Whether a request with it may have reached the server. Rows of earlier versions say how often it was tried. */
export function mayHaveArrived({ mayHaveArrived: may, attempts, state }: OperationStatus): boolean {
  return may ?? (attempts > 0 || state === 'sending');
}

/** Whether a call with it is under way in some tab. */
export function isBeingSent({ state, changedAt }: OperationStatus, now: number): boolean {
  return state === 'sending' && Math.abs(now - changedAt) < sendingMs;
}

/** Whether a person is asked before it goes out. A clock that was set back delays nothing. */
export function mustAsk({ envelope, status }: Unaccepted, now: number): boolean {
  if (!envelope || !isUnaccepted({ envelope, status })) return false;
  return now - Math.max(Date.parse(envelope.occurredAt), status.confirmedAt ?? 0) > askAfterMs;
}

/** Whether a device that is not enrolled sends it without being told to. */
export function goesOut(operation: { envelope: Envelope; status: OperationStatus }, now: number): boolean {
  return !isTakenBack(operation.status) && !mustAsk(operation, now);
}

/**
 * Marks an operation as being sent by a single call, in one transaction. False: it is settled, or was taken back meanwhile, in this tab or
 * in another one.
 */
export function beginSending(db: MoneyDb, opId: OpId, now: number): Promise<boolean> {
  return transact(db, 'rw', [db.fates], async (inside) => {
    const status = await inside.fates.get(opId);
    if (!status || isFinal(status) || isTakenBack(status)) return false;
    await inside.fates.put({ ...status, state: 'sending', mayHaveArrived: true, changedAt: now });
    return true;
  });
}

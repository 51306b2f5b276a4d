import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { isFinal, type Operation, type OperationStatus } from '#src/client/local/db/operation.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import type { Enrolment } from '#src/client/local/db/rows.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { exposureOf } from '#src/operations/exposure.ts';
import { openStates } from '#src/operations/outcome.ts';
import type { OpId } from '#src/protocol/brands.ts';

/** An older unaccepted operation is not sent until a person confirms it, ms. */
export const askAfterMs = 10 * 60_000;

/** A call times out after 20 s. A row that is "sending" for longer was left by a page that died, ms. */
const sendingMs = 30_000;

type Unaccepted = Pick<Operation, 'envelope' | 'status'>;

/**
 * Returns whether its money can still be returned here: neither the server nor this device has accepted it.
 */
export function isUnaccepted({ envelope, status }: Unaccepted): boolean {
  const isMoney = envelope !== null && exposureOf(envelope) !== null;
  const isOpen = openStates.some((open) => open === status.state);
  const { kind } = status.offline ?? { kind: 'none' };
  return isMoney && isOpen && kind !== 'accepted' && kind !== 'issued' && !isTakenBack(status);
}

/** Returns whether a person withdrew it: the operation itself is never sent, only its withdrawal. */
export function isTakenBack({ offline }: OperationStatus): boolean {
  return offline?.kind === 'withdrawn' || offline?.kind === 'voided';
}

/** Returns whether a call with it is under way in some tab. */
export function isBeingSent({ state, changedAt }: OperationStatus, now: number): boolean {
  return state === 'sending' && Math.abs(now - changedAt) < sendingMs;
}

/**
 * Returns whether a person must confirm before it is sent. A clock that was set back delays nothing. The
 * journal of an enrolled device sends an operation that the device decides at any age.
 */
export function mustAsk({ envelope, status }: Unaccepted, now: number): boolean {
  if (!envelope || status.offline || !isUnaccepted({ envelope, status })) return false;
  return now - Math.max(Date.parse(envelope.occurredAt), status.confirmedAt ?? 0) > askAfterMs;
}

/**
 * Returns whether an enrolled device leaves it to a person: its journal owes nothing from before the enrolment.
 * One that waits for a sign-in is sent, because the journal needs none.
 */
export function isLeftToPerson({ envelope, status }: Unaccepted, enrolment: Enrolment | null, now: number) {
  const isOlder = status.seq <= (enrolment?.start?.lastSeq ?? 0);
  return isOlder && status.state !== 'waiting-sign-in' && mustAsk({ envelope, status }, now);
}

/** Returns whether a device that is not enrolled sends it without a confirmation. */
export function goesOut(operation: { envelope: Envelope; status: OperationStatus }, now: number): boolean {
  return !isTakenBack(operation.status) && !mustAsk(operation, now);
}

/**
 * Marks an operation as being sent alone, in one transaction. Returns false when it was settled or withdrawn
 * meanwhile, in any tab.
 */
export function beginSending(db: MoneyDb, opId: OpId, now: number): Promise<boolean> {
  return transact(db, 'rw', [db.statuses], async (inside) => {
    const status = await inside.statuses.get(opId);
    if (!status || isFinal(status) || isTakenBack(status)) return false;
    await inside.statuses.put({ ...status, state: 'sending', mayHaveArrived: true, changedAt: now });
    return true;
  });
}

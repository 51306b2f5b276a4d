import type { Operation } from '#src/client/local/db/operation.ts';
import type { Operator, RescuedEntry } from '#src/client/local/db/rows.ts';
import type { OutboxSummary } from '#src/client/local/outbox/read-outbox.ts';
import type { RecoveryNotice } from '#src/client/local/second/recovery-notice.ts';
import type { DeviceFacts } from './device-facts.ts';
import { type Question, useOutbox } from './live.ts';

/**
 * Live queries of the device and its whole outbox. Separate from `live.ts`, because a customer's phone needs
 * none of them.
 */

const askOperators: Question<Operator[]> = (queries) => queries.operators();
const askDevice: Question<DeviceFacts> = (queries) => queries.device();
const askRecovery: Question<RecoveryNotice | null> = (queries) => queries.recovery();
const askRescued: Question<RescuedEntry[]> = (queries) => queries.rescued();

/** Operators who may open this device offline. Undefined while it is being read. */
export function useOperators(): Operator[] | undefined {
  return useOutbox(askOperators, '') ?? undefined;
}

/** The device's enrolment and how current it is. Undefined while it is being read. */
export function useDeviceFacts(): DeviceFacts | undefined {
  return useOutbox(askDevice, '') ?? undefined;
}

export function useRescued(): RescuedEntry[] | undefined {
  return useOutbox(askRescued, '') ?? undefined;
}

/**
 * Restored operations that no person has acknowledged. A separate query, because one that awaits too much
 * misses changes.
 */
export function useRecovery(): RecoveryNotice | null {
  return useOutbox(askRecovery, '') ?? null;
}

const askOperations: Question<Operation[]> = (queries) => queries.operations();
export const askSummary: Question<OutboxSummary> = (queries) => queries.summary();

export function useOperations(): Operation[] | undefined {
  return useOutbox(askOperations, '') ?? undefined;
}

/** Also undefined when it cannot be read: the shell that shows it stays, and the screen inside reports why. */
export function useOutboxSummary(): OutboxSummary | undefined {
  return useOutbox(askSummary, '', { isNeeded: false }) ?? undefined;
}

import type { OutboxSummary } from '#src/client/local/outbox/read-outbox.ts';
import { type Question, useOutbox } from './live.ts';

/**
 * Live queries of the device and its whole outbox. Separate from `live.ts`, because a customer's phone needs
 * none of them. Each returns undefined while it is being read.
 */
function liveHook<Value>(ask: Question<Value>, isNeeded = true): () => NonNullable<Value> | undefined {
  return function useLive() {
    return useOutbox(ask, '', { isNeeded }) ?? undefined;
  };
}

/** The device's enrolment and how current it is. */
export const useDeviceFacts = liveHook((queries) => queries.device());

/** Operators who may open this device offline; also undefined when they cannot be read. */
export const useOperators = liveHook((queries) => queries.operators(), false);

/** The same facts for the entrance and the shell, which stay when these cannot be read: undefined then. */
export const useKnownDevice = liveHook((queries) => queries.device(), false);

export const useRescued = liveHook((queries) => queries.rescued());

/**
 * Restored operations that no person has acknowledged. A separate query, because one that awaits too much
 * misses changes.
 */
export const useRecovery = liveHook((queries) => queries.recovery());

export const useOperations = liveHook((queries) => queries.operations());

export const askSummary: Question<OutboxSummary> = (queries) => queries.summary();

/** Also undefined when it cannot be read: the shell that shows it stays, and the screen inside reports why. */
export const useOutboxSummary = liveHook(askSummary, false);

import type { Operation } from '#src/client/local/db/operation.ts';
import type { OutboxSummary } from '#src/client/local/outbox/read-outbox.ts';
import { type Question, useOutbox } from './live.ts';

/**
 * Live queries of the whole outbox. Separate from `live.ts`, because a
 * customer's phone needs none of them.
 */

const askOperations: Question<Operation[]> = (queries) => queries.operations();
const askSummary: Question<OutboxSummary> = (queries) => queries.summary();

export function useOperations(): Operation[] | undefined {
  return useOutbox(askOperations, '') ?? undefined;
}

/** Also undefined when it cannot be read: the shell that shows it stays, and the screen inside reports why. */
export function useOutboxSummary(): OutboxSummary | undefined {
  return useOutbox(askSummary, '', { isNeeded: false }) ?? undefined;
}

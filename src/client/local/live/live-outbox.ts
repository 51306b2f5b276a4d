import type { Operation } from '#src/client/local/db/operation.ts';
import type { OutboxSummary } from '#src/client/local/outbox/read-outbox.ts';
import type { OpId } from '#src/contract/brands.ts';
import { type Question, useOutbox } from './live.ts';

/**
 * Live queries of the whole outbox and of sales with several vouchers. Separate from `live.ts`, because a
 * customer's phone needs none of them.
 */

const askSale: Question<Operation[], OpId> = (queries, opId) => queries.sale(opId);
const askOperations: Question<Operation[]> = (queries) => queries.operations();
const askSummary: Question<OutboxSummary> = (queries) => queries.summary();

const none: readonly Operation[] = [];

/** Returns a purchase, or all shares of its sale in the order of scanning. Empty while it is being read. */
export function useSaleOf(opId: OpId | null): readonly Operation[] {
  return useOutbox(askSale, opId) ?? none;
}

export function useOperations(): Operation[] | undefined {
  return useOutbox(askOperations, '') ?? undefined;
}

/** Also undefined when it cannot be read: the shell that shows it stays, and the screen inside reports why. */
export function useOutboxSummary(): OutboxSummary | undefined {
  return useOutbox(askSummary, '', { isNeeded: false }) ?? undefined;
}

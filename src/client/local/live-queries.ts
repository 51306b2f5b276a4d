import { liveQuery } from 'dexie';
import { moneyDb } from './money-db.ts';
import type { Operation } from './operation.ts';
import {
  listOperations,
  openPurchaseOf,
  readOperation,
  summarizeOutbox,
  type OutboxSummary,
} from './read-outbox.ts';

/** What screens may ask of the outbox. */
export type LiveQueries = {
  operation(opId: string): Promise<Operation | null>;
  operations(): Promise<Operation[]>;
  summary(): Promise<OutboxSummary>;
  openPurchase(voucherId: string): Promise<Operation | null>;
};

const queries: LiveQueries = {
  operation: (opId) => readOperation(moneyDb, opId),
  operations: () => listOperations(moneyDb, Date.now()),
  summary: () => summarizeOutbox(moneyDb),
  openPurchase: (voucherId) => openPurchaseOf(moneyDb, voucherId),
};

/** Calls `onValue` now and after every change in any tab, until the returned function is called. */
export function watchOutbox<Value>(
  query: (queries: LiveQueries) => Promise<Value>,
  onValue: (value: Value) => void,
  onError: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(() => query(queries)).subscribe({ next: onValue, error: onError });
  return () => subscription.unsubscribe();
}

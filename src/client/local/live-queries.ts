import { liveQuery } from 'dexie';
import { readDeviceFacts, type DeviceFacts } from './device-facts.ts';
import { moneyDb } from './money-db.ts';
import type { Operation } from './operation.ts';
import { listOperators } from './operators.ts';
import {
  listOperations,
  openPurchaseOf,
  readOperation,
  summarizeOutbox,
  type OutboxSummary,
} from './read-outbox.ts';
import { listRescued } from './rescue.ts';
import { rested } from './rested.ts';
import type { Operator, RescuedEntry } from './rows.ts';

/** What screens may ask of the outbox. */
export type LiveQueries = {
  operation(opId: string): Promise<Operation | null>;
  operations(): Promise<Operation[]>;
  summary(): Promise<OutboxSummary>;
  openPurchase(voucherId: string): Promise<Operation | null>;
  operators(): Promise<Operator[]>;
  device(): Promise<DeviceFacts>;
  rescued(): Promise<RescuedEntry[]>;
};

const queries: LiveQueries = {
  operation: (opId) => readOperation(moneyDb, opId),
  operations: () => listOperations(moneyDb, Date.now()),
  summary: () => summarizeOutbox(moneyDb),
  openPurchase: (voucherId) => openPurchaseOf(moneyDb, voucherId),
  operators: () => listOperators(moneyDb),
  device: () => readDeviceFacts(moneyDb),
  rescued: () => listRescued(moneyDb),
};

/**
 * Calls `onValue` now and after every change in any tab, until the returned function is called. Who asks for the whole outbox
 * rests between two answers; who waits for one operation is told at once.
 */
export function watchOutbox<Value>(
  query: (queries: LiveQueries) => Promise<Value>,
  asksForAll: boolean,
  onValue: (value: Value) => void,
  onError: (error: unknown) => void,
): () => void {
  const ask = () => query(queries);
  const subscription = liveQuery(asksForAll ? rested(ask) : ask).subscribe({ next: onValue, error: onError });
  return () => subscription.unsubscribe();
}

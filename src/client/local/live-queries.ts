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

/** A question is not asked again before this many times as long as its last answer took; at most `longestRestMs`. */
const restPerRead = 3;
const longestRestMs = 1_000;

/**
 * Calls `onValue` now and after every change in any tab, until the returned function is called. A full outbox takes long to
 * read and changes several times with every batch that is sent: who reads all of it rests in between, and leaves the
 * processor to the sending. A small answer is there at once.
 */
export function watchOutbox<Value>(
  query: (queries: LiveQueries) => Promise<Value>,
  onValue: (value: Value) => void,
  onError: (error: unknown) => void,
): () => void {
  let restsUntil = 0;
  const ask = async (): Promise<Value> => {
    const restMs = restsUntil - performance.now();
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    const from = performance.now();
    const value = await query(queries);
    const to = performance.now();
    restsUntil = to + Math.min((to - from) * restPerRead, longestRestMs);
    return value;
  };
  const subscription = liveQuery(ask).subscribe({ next: onValue, error: onError });
  return () => subscription.unsubscribe();
}

import Dexie, { liveQuery } from 'dexie';
import type { Operation } from '#src/client/local/db/operation.ts';
import type { Operator, RescuedEntry } from '#src/client/local/db/rows.ts';
import { listOperators } from '#src/client/local/device/operators.ts';
import { type LocalTill, readLocalTill } from '#src/client/local/offline/own-till.ts';
import {
  listOperations,
  openPurchaseOf,
  type OutboxSummary,
  readLastPurchase,
  readOperation,
  summarizeOutbox,
} from '#src/client/local/outbox/read-outbox.ts';
import { listRescued } from '#src/client/local/outbox/rescue.ts';
import { readRecovery, type RecoveryNotice } from '#src/client/local/second/recovery-notice.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import { moneyDb } from './browser-money-db.ts';
import { type DeviceFacts, readDeviceFacts } from './device-facts.ts';

/** Queries of the outbox for screens. */
export type LiveQueries = {
  operation(opId: OpId): Promise<Operation | null>;
  operations(): Promise<Operation[]>;
  summary(): Promise<OutboxSummary>;
  openPurchase(voucherId: VoucherId): Promise<Operation | null>;
  lastPurchase(operatorId: string): Promise<Operation | null>;
  operators(): Promise<Operator[]>;
  device(): Promise<DeviceFacts>;
  rescued(): Promise<RescuedEntry[]>;
  recovery(): Promise<RecoveryNotice | null>;
  till(pointId: string): Promise<LocalTill>;
};

const queries: LiveQueries = {
  operation: (opId) => readOperation(moneyDb, opId),
  operations: () => listOperations(moneyDb, Date.now()),
  summary: () => summarizeOutbox(moneyDb),
  openPurchase: (voucherId) => openPurchaseOf(moneyDb, voucherId),
  lastPurchase: (operatorId) => readLastPurchase(moneyDb, operatorId),
  operators: () => listOperators(moneyDb),
  device: () => readDeviceFacts(moneyDb),
  rescued: () => listRescued(moneyDb),
  recovery: () => readRecovery(moneyDb),
  till: (pointId) => readLocalTill(moneyDb, pointId),
};

/**
 * Calls `onValue` now and after every change in any tab, until the returned function is called. Queries of
 * the whole outbox pause between two results; a query of one operation updates at once.
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

/** A query pauses for this multiple of its last duration, up to `longestRestMs`. */
const restPerRead = 10;
const longestRestMs = 2_000;

/**
 * Returns the query with a pause between two results. A full outbox takes long to read and changes several
 * times with every batch: reading it each time would take CPU from sending. A small result has no noticeable
 * pause. For `liveQuery`: it waits on a promise of Dexie, because another kind would lose track of the tables
 * read.
 */
export function rested<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let restsUntil = 0;
  let asked = 0;
  const ask = async (): Promise<Value> => {
    const from = performance.now();
    try {
      return await read();
    } finally {
      const to = performance.now();
      restsUntil = to + Math.min((to - from) * restPerRead, longestRestMs);
    }
  };
  return () => {
    asked += 1;
    const mine = asked;
    const restMs = restsUntil - performance.now();
    if (restMs <= 0) return ask();
    return new Dexie.Promise<void>((resolve) => setTimeout(resolve, restMs)).then(() => {
      // A newer run supersedes this one and sees everything that it would have seen.
      if (mine !== asked) throw new DOMException('asked again', 'AbortError');
      return ask();
    });
  };
}

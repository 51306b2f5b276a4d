import Dexie, { liveQuery } from 'dexie';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import { readLocalTill } from '#src/client/local/offline/own-till.ts';
import {
  listOperations,
  openPurchaseOf,
  readLastPurchase,
  readOperation,
  summarizeOutbox,
} from '#src/client/local/outbox/read-outbox.ts';
import { readRecovery } from '#src/client/local/second/recovery-notice.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import { moneyDb } from './browser-money-db.ts';
import { readDeviceFacts } from './device-facts.ts';

/** Queries of the outbox for screens. */
const queries = {
  operation: (opId: OpId) => inOneRead((db) => readOperation(db, opId)),
  operations: () => inOneRead((db) => listOperations(db, Date.now())),
  summary: () => inOneRead(summarizeOutbox),
  openPurchase: (voucherId: VoucherId, stallId: string) =>
    inOneRead((db) => openPurchaseOf(db, voucherId, stallId)),
  lastPurchase: (operatorId: string) => inOneRead((db) => readLastPurchase(db, operatorId)),
  operators: () => moneyDb.operators.toArray(),
  device: () => inOneRead(readDeviceFacts),
  rescued: () => moneyDb.rescued.toArray(),
  recovery: () => readRecovery(moneyDb),
  till: (pointId: string) => readLocalTill(moneyDb, pointId),
};
export type LiveQueries = typeof queries;

/** One transaction for a whole question: a sale waits behind each of them, and every change repeats them all. */
function inOneRead<Value>(read: (db: MoneyDb) => Promise<Value>): Promise<Value> {
  const { statuses, envelopes, labels, exposures, enrolment, device, serverConfig } = moneyDb;
  const tables = [statuses, envelopes, labels, exposures, enrolment, device, serverConfig];
  return transact(moneyDb, 'r', tables, read);
}

/** Receives a question's answers. */
type Listener<Value> = { next(value: Value): void; error(error: unknown): void };

type Watch = { listeners: Set<Listener<unknown>>; last?: { value: unknown }; stop: () => void };

/** Running questions about the whole outbox. */
const watches = new Map<unknown, Watch>();

/**
 * Calls `next` now and after every change in any tab, until the returned function is called. A question
 * without a key is about the whole outbox: it pauses between two answers, and all parts of a page that ask it
 * share one read. A question about one operation is answered at once.
 */
export function watchOutbox<Value, Key extends string>(
  ask: (queries: LiveQueries, key: Key) => Promise<Value>,
  key: Key,
  listener: Listener<Value>,
): () => void {
  const query = () => ask(queries, key);
  if (key !== '') return follow(query, listener);
  const watch = watches.get(ask) ?? watchForAll(ask, query);
  const one: Listener<unknown> = listener;
  watch.listeners.add(one);
  if (watch.last) one.next(watch.last.value);
  return () => {
    watch.listeners.delete(one);
    if (watch.listeners.size > 0) return;
    watch.stop();
    if (watches.get(ask) === watch) watches.delete(ask);
  };
}

function watchForAll(ask: unknown, query: () => Promise<unknown>): Watch {
  const listeners: Watch['listeners'] = new Set();
  const stop = follow(rested(query), {
    next: (value) => {
      watch.last = { value };
      for (const one of listeners) one.next(value);
    },
    error: (error) => {
      // It has ended: the next to ask begins again.
      watches.delete(ask);
      for (const one of listeners) one.error(error);
    },
  });
  const watch: Watch = { listeners, stop };
  watches.set(ask, watch);
  return watch;
}

function follow<Value>(query: () => Promise<Value>, listener: Listener<Value>): () => void {
  const subscription = liveQuery(query).subscribe(listener);
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

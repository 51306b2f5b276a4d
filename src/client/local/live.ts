import { useLiveQuery } from 'dexie-react-hooks';
import { moneyDb } from './money-db.ts';
import type { Operation } from './operation.ts';
import {
  listOperations,
  openPurchaseOf,
  readOperation,
  summarizeOutbox,
  type OutboxSummary,
} from './read-outbox.ts';

/** Screens read the outbox by these live queries, and change when the database changes, in any tab. */

/** undefined while it is being read; null: no such operation. */
export function useOperation(opId: string): Operation | null | undefined {
  return useLiveQuery(() => readOperation(moneyDb, opId), [opId]);
}

export function useOperations(): Operation[] | undefined {
  return useLiveQuery(() => listOperations(moneyDb, Date.now()));
}

export function useOutboxSummary(): OutboxSummary | undefined {
  return useLiveQuery(() => summarizeOutbox(moneyDb));
}

/** An unsettled purchase of this voucher on this device; undefined while it is being read. */
export function useOpenPurchase(voucherId: string): Operation | null | undefined {
  return useLiveQuery(() => openPurchaseOf(moneyDb, voucherId), [voucherId]);
}

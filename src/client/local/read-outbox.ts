import type { MoneyDb } from './money-db.ts';
import type { Fate, Operation } from './operation.ts';
import { readOperations } from './outbox.ts';

/** What the app bar says of the outbox. Sums in the smallest unit shown. */
export type OutboxSummary = {
  /** not settled yet */
  openCount: number;
  openSum: number;
  /** refused, or not readable by this version: somebody should look */
  reviewCount: number;
  reviewSum: number;
};

/** How long a settled operation stays listed: days after the server confirmed it. */
const listedDays = 7;

/** Everything on this device that a person may want to see: all that is open or refused, and what settled lately. */
export async function listOperations(db: MoneyDb, now: number): Promise<Operation[]> {
  const fates = await db.fates.orderBy('seq').reverse().toArray();
  const oldest = now - listedDays * 86_400_000;
  return readOperations(
    db,
    fates.filter((fate) => fate.state !== 'accepted' || fate.changedAt >= oldest),
  );
}

export async function readOperation(db: MoneyDb, opId: string): Promise<Operation | null> {
  const fate = await db.fates.get(opId);
  if (!fate) return null;
  return (await readOperations(db, [fate]))[0] ?? null;
}

export async function summarizeOutbox(db: MoneyDb): Promise<OutboxSummary> {
  const fates = await db.fates.where('state').notEqual('accepted').toArray();
  const operations = await readOperations(db, fates);
  const review = operations.filter(needsReview);
  const open = operations.filter((operation) => !needsReview(operation));
  return {
    openCount: open.length,
    openSum: sumOf(open),
    reviewCount: review.length,
    reviewSum: sumOf(review),
  };
}

/** The newest operation that spends this voucher and is not settled: nobody should pay a second time meanwhile. */
export async function openPurchaseOf(db: MoneyDb, voucherId: string): Promise<Operation | null> {
  const fates: Fate[] = await db.fates
    .where('state')
    .anyOf('pending', 'sending', 'waiting-sign-in')
    .sortBy('seq');
  const operations = await readOperations(db, fates);
  return (
    operations.findLast(
      ({ envelope }) => envelope?.kind === 'purchase' && envelope.payload.codeQrUuid === voucherId,
    ) ?? null
  );
}

export function needsReview({ envelope, fate }: Operation): boolean {
  return fate.state === 'refused' ? !fate.seen : envelope === null;
}

/** Amount of an operation, smallest unit shown; 0 when this version cannot read it. */
export function amountOf({ envelope }: Operation): number {
  if (!envelope) return 0;
  switch (envelope.kind) {
    case 'purchase':
      return envelope.payload.price;
    case 'top-up':
      return envelope.payload.monto;
    case 'customer':
    case 'acceptance':
      return 0;
  }
}

function sumOf(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => sum + amountOf(operation), 0);
}

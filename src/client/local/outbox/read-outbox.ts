import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { isFinal, type Operation } from '#src/client/local/db/operation.ts';
import { aboutWhich, moneyOf, placedBy } from '#src/operations/exposure.ts';
import { type Outcome, outcomeOf, openStates, recordedStates } from '#src/operations/outcome.ts';
import type { OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import { statusesIn, readOperations } from './outbox.ts';
import { isTakenBack } from './unaccepted.ts';

/** Figures of the app bar about the outbox. Sums in the smallest unit shown. */
export type OutboxSummary = {
  /** Not settled yet. */
  openCount: number;
  openSum: Pesos;
  /** Those among them that wait for their person to sign in. */
  signInCount: number;
  /** Refused, or unreadable by this version: a person should look. */
  reviewCount: number;
  reviewSum: Pesos;
};

/** Days for which a settled operation stays listed after the server confirmed it. */
const listedDays = 7;

/**
 * Returns all operations that are open or refused, and those settled lately. An acceptance, a withdrawal and
 * a void of a top-up or a sale have no entry: the operation that they refer to shows the result.
 */
export async function listOperations(db: MoneyDb, now: number): Promise<Operation[]> {
  const statuses = await db.statuses.orderBy('seq').reverse().toArray();
  const oldest = now - listedDays * 86_400_000;
  const operations = await readOperations(
    db,
    statuses.filter((status) => !isFinal(status) || status.state === 'refused' || status.changedAt >= oldest),
  );
  return operations.filter(isListed);
}

function isListed({ envelope }: Operation): boolean {
  return envelope === null || aboutWhich(envelope) === null;
}

export async function readOperation(db: MoneyDb, opId: OpId): Promise<Operation | null> {
  const status = await db.statuses.get(opId);
  if (!status) return null;
  return (await readOperations(db, [status]))[0] ?? null;
}

/** Newest operations searched for a sale. On a stall's tablet nearly all are sales. */
const maxLookedThrough = 20;

/** Returns this person's newest sale at their stall, settled or not. */
export async function readLastPurchase(db: MoneyDb, operatorId: string): Promise<Operation | null> {
  const newest = await db.statuses.orderBy('seq').reverse().limit(maxLookedThrough).toArray();
  const operations = await readOperations(db, newest);
  const isOwnPurchase = ({ envelope }: Operation): boolean =>
    envelope !== null && placedBy(envelope) === 'stall' && envelope.operatorId === operatorId;
  return operations.find(isOwnPurchase) ?? null;
}

export async function summarizeOutbox(db: MoneyDb): Promise<OutboxSummary> {
  const statuses = await statusesIn(db, [...openStates, ...recordedStates, 'refused']);
  const operations = (await readOperations(db, statuses)).filter(isListed);
  const review = operations.filter((operation) => listOf(operation) === 'review');
  const open = operations.filter((operation) => listOf(operation) === 'open');
  return {
    openCount: open.length,
    openSum: sumOf(open),
    signInCount: open.filter(({ status }) => status.state === 'waiting-sign-in').length,
    reviewCount: review.length,
    reviewSum: sumOf(review),
  };
}

/**
 * Returns the newest unsettled operation that spends this voucher, so that the holder does not pay twice. With
 * `stallId` only one of that stall: two may share a tablet, and the other's sale pays for other goods.
 */
export async function openPurchaseOf(
  db: MoneyDb,
  voucherId: VoucherId,
  stallId = '',
): Promise<Operation | null> {
  const exposures = await db.exposures.where('voucherId').equals(voucherId).toArray();
  const ids = exposures.flatMap(({ opId, kind }) => (kind === 'spent' ? [opId] : []));
  const found = await db.statuses.bulkGet(ids);
  const statuses = found.flatMap((status) =>
    status && openStates.some((open) => open === status.state) ? [status] : [],
  );
  const operations = await readOperations(
    db,
    statuses.sort((a, b) => a.seq - b.seq),
  );
  const stallOf = ({ envelope }: Operation): string =>
    envelope && 'estanteId' in envelope.payload ? envelope.payload.estanteId : stallId;
  const wanted = operations.filter((one) => stallId === '' || stallOf(one) === stallId);
  return wanted.at(-1) ?? null;
}

export type OutboxList = 'open' | 'review' | 'sent';

/**
 * List of each outcome. `review`: a person has to look. `sent`: nothing follows. A withdrawn sale is not
 * paid, whatever still has to be sent; goods handed over are settled with their acceptance.
 */
const lists: Record<Outcome, OutboxList> = {
  pending: 'open',
  undecided: 'open',
  'ruled-out': 'open',
  voiding: 'open',
  unreadable: 'review',
  'accepted-here': 'open',
  'accepted-there': 'open',
  covered: 'sent',
  unpaid: 'sent',
  'issued-here': 'open',
  confirmed: 'sent',
  paid: 'sent',
  short: 'sent',
  voided: 'sent',
  refused: 'review',
  'taken-back': 'review',
  withdrawing: 'sent',
  withdrawn: 'sent',
};

/**
 * Returns the one list that an operation is in. A refusal that a person has seen is done; an operation that
 * this version cannot read always needs a look.
 */
export function listOf(operation: Operation): OutboxList {
  const list = lists[outcomeOf(operation)];
  if (operation.envelope === null)
    return list === 'sent' && isTakenBack(operation.status) ? 'sent' : 'review';
  return list === 'review' && operation.status.seen ? 'sent' : list;
}

/** Amount of an operation, smallest unit shown; 0 when this version cannot read it. */
export function amountOf({ envelope }: Pick<Operation, 'envelope'>): number {
  return (envelope && moneyOf(envelope)?.amount) ?? 0;
}

function sumOf(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => sum + amountOf(operation), 0);
}

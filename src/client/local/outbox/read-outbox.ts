import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import {
  isFinal,
  openStates,
  opsOfSale,
  readEnvelope,
  recordedStates,
  type Operation,
} from '#src/client/local/db/operation.ts';
import type { OpId, Pesos, VoucherId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import { type Outcome, outcomeOf } from '#src/domain/operations/outcome.ts';
import { statusesIn, readOperations } from './outbox.ts';
import { isTakenBack } from './unaccepted.ts';

/** What the app bar says of the outbox. Sums in the smallest unit shown. */
export type OutboxSummary = {
  /** not settled yet */
  openCount: number;
  openSum: Pesos;
  /** of these, how many wait for their person to sign in */
  signInCount: number;
  /** refused, or not readable by this version: somebody should look */
  reviewCount: number;
  reviewSum: Pesos;
};

/** How long a settled operation stays listed: days after the server confirmed it. */
const listedDays = 7;

/**
 * Everything on this device that a person may want to see: all that is open or refused, and what settled lately. An
 * acceptance or a withdrawal is not listed by itself: its purchase's line shows the whole. Nor is a void of a top-up or a sale.
 */
export async function listOperations(db: MoneyDb, now: number): Promise<Operation[]> {
  const statuses = await db.fates.orderBy('seq').reverse().toArray();
  const oldest = now - listedDays * 86_400_000;
  const operations = await readOperations(
    db,
    statuses.filter((status) => !isFinal(status) || status.state === 'refused' || status.changedAt >= oldest),
  );
  return operations.filter(isListed);
}

/** The others are shown with the operation that they are about. */
const isListedKind: Record<Envelope['kind'], boolean> = {
  purchase: true,
  'top-up': true,
  customer: true,
  acceptance: false,
  withdrawal: false,
  'top-up-void': false,
  void: false,
  'till-hand-over': true,
};

function isListed({ envelope }: Operation): boolean {
  return envelope === null || isListedKind[envelope.kind];
}

export async function readOperation(db: MoneyDb, opId: OpId): Promise<Operation | null> {
  const status = await db.fates.get(opId);
  if (!status) return null;
  return (await readOperations(db, [status]))[0] ?? null;
}

/** How many of the newest operations are looked through for a sale: on a stall's tablet they are nearly all sales. */
const maxLookedThrough = 20;

/** The newest sale that this person made at their stall, settled or not. */
export async function readLastSale(db: MoneyDb, operatorId: string): Promise<Operation | null> {
  const newest = await db.fates.orderBy('seq').reverse().limit(maxLookedThrough).toArray();
  const operations = await readOperations(db, newest);
  const isOwnSale = ({ envelope }: Operation): boolean =>
    envelope?.kind === 'purchase' && envelope.payload.by !== 'holder' && envelope.operatorId === operatorId;
  return operations.find(isOwnSale) ?? null;
}

/** A purchase and what is decided with it: all shares of its sale that are here, in the order the codes were read. */
export async function readSale(db: MoneyDb, opId: OpId): Promise<Operation[]> {
  const found = await db.fates.bulkGet(await readShareIds(db, opId));
  return readOperations(
    db,
    found.flatMap((status) => status ?? []),
  );
}

/** The ids of all shares of this purchase's sale, or its own alone. */
export async function readShareIds(db: MoneyDb, opId: OpId): Promise<OpId[]> {
  const envelope = readEnvelope(await db.envelopes.get(opId));
  return envelope?.kind === 'purchase' ? opsOfSale(envelope) : [opId];
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

/** The newest operation that spends this voucher and is not settled: nobody should pay a second time meanwhile. */
export async function openPurchaseOf(db: MoneyDb, voucherId: VoucherId): Promise<Operation | null> {
  const exposures = await db.exposures.where('voucherId').equals(voucherId).toArray();
  const ids = exposures.flatMap(({ opId, kind }) => (kind === 'purchase' ? [opId] : []));
  const found = await db.fates.bulkGet(ids);
  const statuses = found.flatMap((status) =>
    status && openStates.some((open) => open === status.state) ? [status] : [],
  );
  const operations = await readOperations(
    db,
    statuses.sort((a, b) => a.seq - b.seq),
  );
  return operations.at(-1) ?? null;
}

export type OutboxList = 'open' | 'review' | 'sent';

/**
 * Where each outcome is listed. `review`: a person has to look. `sent`: nothing more comes of it. What was withdrawn is not paid, whatever is
 * still to be sent; goods handed over are settled with their acceptance.
 */
const lists: Record<Outcome, OutboxList> = {
  pending: 'open',
  'at-server': 'open',
  deciding: 'open',
  undecided: 'open',
  'ruled-out': 'open',
  voiding: 'open',
  unreadable: 'review',
  'accepted-here': 'open',
  'accepted-there': 'open',
  overruled: 'open',
  covered: 'sent',
  'covered-short': 'sent',
  unpaid: 'sent',
  'issued-here': 'open',
  confirmed: 'sent',
  paid: 'sent',
  short: 'sent',
  voided: 'sent',
  refused: 'review',
  undone: 'review',
  'taken-back': 'review',
  withdrawing: 'sent',
  reversing: 'sent',
  withdrawn: 'sent',
};

/** The one list that an operation is in: a refusal that a person has seen is done, and what this version cannot read is always looked at. */
export function listOf(operation: Operation): OutboxList {
  const list = lists[outcomeOf(operation)];
  if (operation.envelope === null)
    return list === 'sent' && isTakenBack(operation.status) ? 'sent' : 'review';
  return list === 'review' && operation.status.seen ? 'sent' : list;
}

/** Amount of an operation, smallest unit shown; 0 when this version cannot read it. */
export function amountOf({ envelope }: Pick<Operation, 'envelope'>): number {
  if (!envelope) return 0;
  switch (envelope.kind) {
    case 'purchase':
    case 'acceptance':
    case 'withdrawal':
      return envelope.payload.price;
    case 'top-up':
    case 'top-up-void':
    case 'till-hand-over':
      return envelope.payload.monto;
    case 'void':
      return envelope.payload.monto ?? 0;
    case 'customer':
      return 0;
  }
}

/** All of the sale that a purchase is a share of, smallest unit shown; of any other operation its own amount. */
export function saleAmountOf(operation: Pick<Operation, 'envelope'>): number {
  const { envelope } = operation;
  const shares = envelope?.kind === 'purchase' ? envelope.payload.shares : undefined;
  return shares?.reduce((sum, { price }) => sum + price, 0) ?? amountOf(operation);
}

function sumOf(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => sum + amountOf(operation), 0);
}

import type { Operation, OperationStatus } from '#src/client/local/db/operation.ts';
import { clockAheadMs } from '#src/client/state/server-clock.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import { exposureOf } from '#src/operations/exposure.ts';
import { type Outcome, outcomeOf } from '#src/operations/outcome.ts';
import type { Pesos } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';

/** The server's figures of this stall's day. */
export type KnownDay = {
  /** "2026-11-23" */
  day: string;
  /** Time before the query: device clock, ms since 1970. */
  askedAt: number;
  /** Purchases without voided ones, and their remaining total; smallest unit shown. */
  count: number;
  total: Pesos;
  /** The newest sales. */
  sales: PurchaseRow[];
};

/**
 * confirmed: on the server. to-send: handed over, known only to this tablet. at-server: handed over, not
 * decided there. open: no report of a hand-over. not-charged: refused or withdrawn. unpaid: handed over, and
 * never paid.
 */
export type DayPurchaseState =
  | 'confirmed'
  | 'to-send'
  | 'at-server'
  | 'open'
  | 'voided'
  | 'not-charged'
  | 'unpaid';

export type DayPurchase = {
  id: string;
  /** Ms since 1970. */
  at: number;
  userName: string;
  shortCode: string;
  amount: Pesos;
  state: DayPurchaseState;
};

type Part = { count: number; total: Pesos };

export type OwnDay = {
  sold: Part;
  confirmed: Part;
  /** Handed over and not confirmed. */
  waiting: Part;
  /** Newest first. */
  sales: DayPurchase[];
};

type LocalPurchase = DayPurchase & { code: string; settledAt: number; wasTried: boolean };

/**
 * Returns a stall's day from this tablet's operations and the server's last figures. Each sale counts once in
 * any state: a server row replaces the tablet's own, and the server's total already includes everything
 * settled before the query.
 */
export function ownDayOf(operations: readonly Operation[], known: KnownDay | undefined): OwnDay {
  const local = operations.flatMap((operation) => localPurchase(operation) ?? []);
  const free = new Map((known?.sales ?? []).map((row) => [row.codeCompra, row]));
  const named = local.filter(({ code }) => !free.delete(code));
  // Sent, but the answer was lost: the server's row is the same sale.
  const own = named.filter((purchase) => !takeSame(free, purchase));
  const unknown = own.filter(({ state, settledAt }) => state === 'confirmed' && isNew(settledAt, known));
  const waiting = partOf(own.filter(isWaiting));
  const confirmed = sumOf({ count: known?.count ?? 0, total: known?.total ?? 0 }, partOf(unknown));
  return {
    sold: sumOf(confirmed, waiting),
    confirmed,
    waiting,
    sales: [...(known?.sales ?? []).map(purchaseOfRow), ...own].sort((one, other) => other.at - one.at),
  };
}

function isNew(settledAt: number, known: KnownDay | undefined): boolean {
  return known === undefined || settledAt > known.askedAt;
}

function takeSame(
  free: Map<string, PurchaseRow>,
  { state, wasTried, shortCode, amount }: LocalPurchase,
): boolean {
  if (!wasTried || !isWaiting({ state })) return false;
  const same = [...free.values()].find((row) => row.shortCode === shortCode && row.price === amount);
  return same !== undefined && free.delete(same.codeCompra);
}

function localPurchase(operation: Operation): LocalPurchase | null {
  const { envelope, status, label, acceptance } = operation;
  if (!envelope) return null;
  const purchase = exposureOf(envelope);
  if (purchase?.kind !== 'spent') return null;
  const outcome = outcomeOf(operation);
  const isByPurchase = outcome === 'paid' || outcome === 'short';
  const decided = isByPurchase ? status : (acceptance ?? status);
  return {
    id: status.opId,
    at: happenedAt(envelope),
    userName: label?.userName ?? '',
    shortCode: shortCodeOf(purchase.voucherId),
    amount: purchase.amount,
    state: states[outcome],
    code: codeIn(status) ?? codeIn(acceptance) ?? '',
    settledAt: decided.changedAt,
    wasTried: status.attempts > 0 || (acceptance?.attempts ?? 0) > 0,
  };
}

/**
 * Returns the time by the market's clock, ms since 1970. An enrolled device stores its clock's error at the
 * time; any other uses the present error.
 */
export function happenedAt({ occurredAt, clockOffset }: Envelope): number {
  return Date.parse(occurredAt) + (clockOffset || clockAheadMs());
}

const states: Record<Outcome, DayPurchaseState> = {
  pending: 'open',
  undecided: 'open',
  'ruled-out': 'open',
  voiding: 'open',
  unreadable: 'open',
  'accepted-here': 'to-send',
  'accepted-there': 'at-server',
  covered: 'confirmed',
  unpaid: 'unpaid',
  'issued-here': 'open',
  confirmed: 'confirmed',
  paid: 'confirmed',
  short: 'confirmed',
  voided: 'confirmed',
  refused: 'not-charged',
  'taken-back': 'not-charged',
  withdrawing: 'not-charged',
  withdrawn: 'not-charged',
};

/** Handed over and not confirmed. */
export function isWaiting({ state }: Pick<DayPurchase, 'state'>): boolean {
  return state === 'to-send' || state === 'at-server';
}

function codeIn(status: OperationStatus | null): string | undefined {
  return status?.receipt?.purchase?.codeCompra;
}

function purchaseOfRow(row: PurchaseRow): DayPurchase {
  const { codeCompra, createAt, userName, shortCode, price: amount, voided } = row;
  return {
    id: codeCompra,
    at: Date.parse(createAt),
    userName,
    shortCode,
    amount,
    state: voided === undefined ? 'confirmed' : 'voided',
  };
}

function partOf(sales: readonly { amount: Pesos }[]): Part {
  return { count: sales.length, total: sales.reduce((sum, { amount }) => sum + amount, 0) };
}

function sumOf(one: Part, other: Part): Part {
  return { count: one.count + other.count, total: one.total + other.total };
}

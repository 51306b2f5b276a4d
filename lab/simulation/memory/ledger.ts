import type { ClosedAs } from '#src/domain/voucher/voucher-validity.ts';
import type { MovementKind } from '#src/operations/movements.ts';
import type { SellingStall } from '#src/operations/purchase/post.ts';
import type { Leg } from '#src/operations/transfer.ts';
import {
  toAmount,
  type Amount,
  type MarketId,
  type OpId,
  type Points,
  type VoucherId,
} from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import type {
  AcceptedPurchase,
  DeviceReport,
  JournalEntry,
  NewIncident,
  RecoveredPurchase,
  ConflictLine,
  SyncCustomer,
  SyncDevice,
  SyncOperator,
} from '#src/server/journal/ports/rows.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';

export type MemoryVoucher = {
  id: VoucherId;
  ownerId: string;
  marketId: MarketId;
  face: Amount;
  balance: Amount;
  blocked: 'overspend' | 'person' | null;
  /** When a person blocked it, ms; null when not. */
  personBlockedAt: number | null;
  /** When any block began, ms; null while it is open. */
  blockedAt: number | null;
  /** The top-up that paid for it was voided. */
  closedAs: ClosedAs;
};
export type MemoryPurchase = {
  reference: OpId;
  voucherId: VoucherId;
  stallId: string;
  amount: number;
  missing: number;
};

/** Returns a purchase's code. */
export function codeOf(id: string): string {
  return `C-${id.slice(-8)}`;
}
export type MemoryDevice = SyncDevice & {
  operators: string[];
  enrolledAt: Date;
  report: DeviceReport | null;
  seenAt: Date | null;
};

export type MemoryMovement = {
  id: string;
  kind: MovementKind;
  reference: OpId;
  legs: readonly Leg[];
  /** Id of the purchase that this one voids. */
  takesBack?: string;
  /** Id of the top-up that this one voids. */
  undoes?: string;
};

/** The server's tables for money and journals, in memory. Rows are replaced, never changed in place. */
export type MemoryLedger = {
  devices: Map<string, MemoryDevice>;
  operators: Map<string, SyncOperator>;
  /** Every version of a market's limits, newest last; the first was always there. */
  limits: Map<string, (OfflineLimits & { setAt?: number })[]>;
  /**
   * Lists sent, by "device asOf", with the start of later changes in the order of commits; 0 when unknown.
   */
  handedLists: Map<string, number>;
  /** Latest contact by "device reportedSeq". */
  contacts: Map<string, { deviceId: string; reportedSeq: number; at: Date }>;
  /** Operations that a device had announced, by "device seq", and the last contact before. */
  ahead: Map<string, { hashStart: string; notBefore: number }>;
  /** By "device voucher afterSeq". */
  told: Map<string, { deviceId: string; voucherId: VoucherId; afterSeq: number; at: Date }>;
  /** By "device person key". */
  proofKeys: Map<string, string>;
  customers: Map<string, { customer: SyncCustomer; mergedInto: string | null }>;
  stalls: Map<string, SellingStall>;
  journal: Map<string, JournalEntry>;
  incidents: Map<string, NewIncident>;
  receipts: Map<string, Receipt>;
  vouchers: Map<string, MemoryVoucher>;
  movements: Map<string, MemoryMovement>;
  /** When each was recorded, ms; in the order of the movements. */
  movedAt: Map<string, number>;
  /** Transaction in which each movement was posted. */
  postedIn: Map<string, number>;
  /** Vouchers that were blocked or unblocked, with their transaction, by their order. */
  blockChanges: Map<number, { voucherId: VoucherId; position: number }>;
  purchases: Map<string, MemoryPurchase>;
  acceptances: Map<string, AcceptedPurchase>;
  conflicts: Map<string, ConflictLine>;
  /** When each epoch of the database began, ms, by number; the first has none. */
  epochs: Map<number, number>;
  /** By device: whether it has sent everything it wrote since the newest epoch began. */
  expected: Map<string, { epoch: number; isReturned: boolean; recovered: number }>;
  /** Purchases recovered by their seals, by the purchase's operation. */
  recovered: Map<string, RecoveredPurchase & { isHeld: boolean }>;
  /** A movement's points, by its id. */
  points: Map<string, { customerId: string; marketId: MarketId; points: Points }>;
  /** Number of transactions begun. */
  position: number;
};

export function createMemoryLedger(): MemoryLedger {
  return {
    devices: new Map(),
    operators: new Map(),
    limits: new Map(),
    proofKeys: new Map(),
    customers: new Map(),
    stalls: new Map(),
    journal: new Map(),
    incidents: new Map(),
    receipts: new Map(),
    vouchers: new Map(),
    movements: new Map(),
    movedAt: new Map(),
    postedIn: new Map(),
    blockChanges: new Map(),
    handedLists: new Map(),
    contacts: new Map(),
    ahead: new Map(),
    told: new Map(),
    purchases: new Map(),
    acceptances: new Map(),
    conflicts: new Map(),
    epochs: new Map(),
    expected: new Map(),
    recovered: new Map(),
    points: new Map(),
    position: 0,
  };
}

export function personRow(id: string, userType: 'RECARGA' | 'ESTANTE'): SyncOperator {
  const ownerName = `persona ${id.slice(0, 4)}`;
  return { id, ownerName, userType, status: 'APROBADO', isActive: true, isSuspended: false };
}

export function stallRow(id: string, marketId: MarketId): SellingStall {
  return { id, marketId, name: 'Estante', pointsEvery: toAmount(1_000) };
}

/** A device's row after its enrolment at `now`, ms. */
export function deviceRow(
  {
    id,
    marketId,
    kind,
    publicKey,
    operatorId,
  }: Pick<SyncDevice, 'id' | 'marketId' | 'publicKey'> & { kind: string; operatorId: string },
  now: number,
): MemoryDevice {
  return {
    id,
    marketId,
    name: kind,
    publicKey,
    revokedAt: null,
    start: { seq: 0, hash: '' },
    head: { ackSeq: 0, headHash: '', gaps: [], awaiting: [] },
    reportedAt: null,
    isApproved: true,
    unsignedTotal: 0,
    operators: [operatorId],
    contacts: 0,
    enrolledAt: new Date(now),
    report: null,
    seenAt: null,
  };
}

/** Undoes a transaction's writes, newest first. */
export type UndoLog = {
  set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void;
  mark(): number;
  undoTo(mark: number): void;
  /** Discards the undo log so far. */
  commit(): void;
};

export function createUndoLog(): UndoLog {
  const undo: (() => void)[] = [];
  return {
    set: (map, key, value) => {
      const had = map.has(key);
      const before = map.get(key);
      undo.push(() => {
        if (had && before !== undefined) map.set(key, before);
        else map.delete(key);
      });
      map.set(key, value);
    },
    mark: () => undo.length,
    undoTo: (mark) => {
      while (undo.length > mark) undo.pop()?.();
    },
    commit: () => {
      undo.length = 0;
    },
  };
}

export function insertReceipt({ receipts }: MemoryLedger, log: UndoLog, receipt: Receipt): void {
  if (receipts.has(receipt.opId)) throw uniqueViolation('receipt_pkey');
  log.set(receipts, receipt.opId, receipt);
}

/** Worded like the database's. */
export function uniqueViolation(constraint: string): Error {
  return Object.assign(new Error(`duplicate key: ${constraint}`), { code: '23505', constraint });
}

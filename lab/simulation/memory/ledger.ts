import type { Amount, MarketId, OpId, Points, VoucherId } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { ClosedAs } from '#src/domain/voucher/voucher-validity.ts';
import type { Leg } from '#src/server/ledger/legs.ts';
import type { MovementKind } from '#src/server/ledger/movement-details.ts';
import type { PinnedSale } from '#src/server/ledger/pin/voucher-pin.ts';
import type { SellingStall } from '#src/server/ledger/purchases.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';
import type { RecoveredSale } from '#src/server/sync/ports/epoch-port.ts';
import type { SyncCustomer } from '#src/server/sync/ports/people-port.ts';
import type {
  AcceptedSale,
  DeviceReport,
  JournalEntry,
  NewIncident,
  SaleConflict,
  SyncDevice,
  SyncOperator,
} from '#src/server/sync/ports/ports.ts';
import type { MemoryHandOver } from './hand-overs.ts';
import type { MemoryOpening, MemorySheet, MemorySheetRow } from './openings.ts';
import type { MemoryOperatorKey } from './operator-keys.ts';

export type MemoryVoucher = {
  id: VoucherId;
  ownerId: string;
  marketId: MarketId;
  face: Amount;
  balance: Amount;
  /** balance that it gives without its PIN; null when it has none */
  pinFree: Amount | null;
  blocked: 'overspend' | 'person' | null;
  /** when a person blocked it, ms; null: nobody did */
  personBlockedAt: number | null;
  /** when any block began, ms; null: it is open */
  blockedAt: number | null;
  /** the top-up that paid for it was undone */
  closedAs: ClosedAs;
  /** ms; null: it has no end */
  expiresAt: number | null;
};
export type MemoryPurchase = {
  reference: OpId;
  voucherId: VoucherId;
  stallId: string;
  amount: number;
  missing: number;
  /** of a share, posted by the product's own service; absent: made of the movement's id */
  code?: string;
};

/** What people call a purchase by. */
export function codeOf(id: string, purchase: MemoryPurchase | undefined): string {
  return purchase?.code ?? `C-${id.slice(-8)}`;
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
  /** id of the purchase that this one gives back, or a part of it */
  takesBack?: string;
  /** why it gives back what was left */
  because?: string;
  /** id of the top-up that this one undoes */
  undoes?: string;
  /** the person who had it recorded */
  by?: string;
};

/** The server's tables, as far as money and journals need them, in memory. Rows are replaced, never changed in place. */
export type MemoryLedger = {
  devices: Map<string, MemoryDevice>;
  operators: Map<string, SyncOperator>;
  /** every version of a market's limits, newest last; the first was always there */
  limits: Map<string, (OfflineLimits & { setAt?: number })[]>;
  /** lists sent, "device asOf", and where the changes since begin in the order of commits; 0: not known */
  handedLists: Map<string, number>;
  /** latest contact by "device reportedSeq" */
  contacts: Map<string, { deviceId: string; reportedSeq: number; at: Date }>;
  /** operations that a device had named, by "device seq", and the last contact before */
  ahead: Map<string, { hashStart: string; notBefore: number }>;
  /** by "device voucher afterSeq" */
  told: Map<string, { deviceId: string; voucherId: VoucherId; afterSeq: number; at: Date }>;
  /** by "device person key" */
  operatorKeys: Map<string, MemoryOperatorKey>;
  proofKeys: Map<string, string>;
  customers: Map<string, { customer: SyncCustomer; mergedInto: string | null }>;
  stalls: Map<string, SellingStall>;
  journal: Map<string, JournalEntry>;
  incidents: Map<string, NewIncident>;
  receipts: Map<string, Receipt>;
  vouchers: Map<string, MemoryVoucher>;
  /** false only with a planted bug: then the unique keys are not there */
  isUnique: boolean;
  /** with a planted bug: what is posted in place of what should be */
  changeLegs?: (movement: MemoryMovement) => MemoryMovement;
  movements: Map<string, MemoryMovement>;
  /** when each was recorded, ms; in the order of the movements */
  movedAt: Map<string, number>;
  /** in which transaction each movement was posted */
  postedIn: Map<string, number>;
  /** vouchers that were blocked or unblocked, and in which transaction, by their order */
  blockChanges: Map<number, { voucherId: VoucherId; position: number }>;
  /** vouchers by the movement that issued them */
  issued: Map<string, VoucherId>;
  /** cash that points have handed over, by its movement */
  handOvers: Map<string, MemoryHandOver>;
  /** what came off payouts and was given back, and by which movement */
  givenBack: Map<string, string>;
  /** what markets brought in of their notebooks; the rows by "sheet row" */
  sheets: Map<string, MemorySheet>;
  sheetRows: Map<string, MemorySheetRow>;
  /** opening balances by their movements, and those taken back */
  openings: Map<string, MemoryOpening>;
  voidedOpenings: Map<string, string>;
  /** reissued vouchers, and what took their place */
  reissued: Map<VoucherId, VoucherId>;
  purchases: Map<string, MemoryPurchase>;
  acceptances: Map<string, AcceptedSale>;
  conflicts: Map<string, SaleConflict>;
  /** lives of the database by their numbers; the first has none */
  epochs: Map<number, true>;
  /** by device: whether it has sent all that it wrote since the newest epoch began */
  expected: Map<string, { epoch: number; isReturned: boolean; recovered: number }>;
  /** sales that came back by their seals, by the purchase's operation */
  recovered: Map<string, RecoveredSale & { isHeld: boolean }>;
  /** what a movement gave or took, by its id */
  points: Map<string, { customerId: string; marketId: MarketId; points: Points }>;
  rewards: Map<string, { marketId: MarketId; name: string; cost: Points; amount: Amount | null }>;
  /** by "market day" */
  closedDays: Map<string, { figures: unknown; recorded_at: Date; owner_name: string }>;
  /** sales for which the PIN was right, by their operation */
  pinsGiven: Map<OpId, PinnedSale & { at: number }>;
  /** with a planted bug: by how much vouchers outlive their end, ms */
  outliveMs: number;
  /** where a process says that its clock stands, ms; null: none has said */
  clockStands: number | null;
  /** transactions that have begun */
  position: number;
};

export function createMemoryLedger(allowsDuplicates: boolean): MemoryLedger {
  return {
    isUnique: !allowsDuplicates,
    devices: new Map(),
    operators: new Map(),
    limits: new Map(),
    operatorKeys: new Map(),
    proofKeys: new Map(),
    customers: new Map(),
    stalls: new Map(),
    journal: new Map(),
    incidents: new Map(),
    receipts: new Map(),
    vouchers: new Map(),
    movements: new Map(),
    movedAt: new Map(),
    clockStands: null,
    postedIn: new Map(),
    blockChanges: new Map(),
    issued: new Map(),
    handOvers: new Map(),
    givenBack: new Map(),
    sheets: new Map(),
    sheetRows: new Map(),
    openings: new Map(),
    voidedOpenings: new Map(),
    reissued: new Map(),
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
    rewards: new Map(),
    closedDays: new Map(),
    pinsGiven: new Map(),
    outliveMs: 0,
    position: 0,
  };
}

/** Takes back what a transaction wrote, newest first. */
export type UndoLog = {
  set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void;
  mark(): number;
  undoTo(mark: number): void;
  /** forgets how to undo what was set until now */
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

/** As the database says it. */
export function uniqueViolation(constraint: string): Error {
  return Object.assign(new Error(`duplicate key: ${constraint}`), { code: '23505', constraint });
}

import type { AccountStatus, UserType } from '#src/contract/accounts/user-type.ts';
import type { IncidentKind } from '#src/contract/devices/schemas.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import type { PurchaseReceipt, ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { Assignee, ConflictState } from '#src/contract/settlement/schemas.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { TillRoom } from '#src/domain/operations/top-up.ts';
import type { MarketId, OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import type { VoucherProof } from '#src/protocol/voucher-proof.ts';
import type { Movement } from '#src/server/ledger/journal.ts';
import type { PurchaseEntry, PurchaseToPost } from '#src/server/ledger/purchases.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import type { TopUpEntry } from '#src/server/ledger/top-ups.ts';
import type { LockedVoucher } from '#src/server/ledger/vouchers.ts';
import type { AuditDecision } from './audit-decision.ts';
import type { EpochPort } from './epoch-port.ts';
import type { OperationsPort } from './operations-port.ts';
import type { PeoplePort } from './people-port.ts';
import type { ReceiptPort } from './receipt-port.ts';

/**
 * Storage that the sync engine needs. Every decision is made on this side. The adapters (sync/sql, and the
 * simulator's ledger in memory) only find and insert rows, so the same rules run over both.
 */
export type SyncStore = {
  /**
   * Applies all of `work` or nothing, and throws what `work` throws. Two transactions may run at once. A
   * unique key, a deadlock or a serialization failure throws an Error with PostgreSQL's `code` (23505, 40P01,
   * 40001).
   */
  inTransaction<T>(work: (tx: SyncTransaction) => Promise<T>): Promise<T>;
} & SingleStatements;
/** Verbs that also run outside a transaction. */
export type SingleStatements = Pick<
  DevicePort,
  'readDevices' | 'readOperators' | 'readLimits' | 'readTillRoom'
> &
  Pick<EpochPort, 'readEpoch' | 'readOutcomes' | 'readOwnOutcomes' | 'noteReturned'>;

export type SyncTransaction = {
  /** Runs `work` in a savepoint, which its error rolls back before it is rethrown. Not nested. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
} & DevicePort &
  JournalPort &
  ReceiptPort &
  PeoplePort &
  MoneyPort &
  SettlementPort &
  DeviceFactsPort &
  PresencePort &
  EpochPort;

export type DevicePort = {
  readDevices(ids: readonly string[]): Promise<SyncDevice[]>;
  /** The same, locked until the end of the transaction, always in the order of ids. */
  lockDevices(ids: readonly string[]): Promise<SyncDevice[]>;
  writeReport(deviceId: string, report: DeviceReport): Promise<void>;
  touchDevice(deviceId: string, seenAt: Date): Promise<void>;
  /** `contact`: number of the contact that advanced it. The device's last contact never goes back. */
  writeHead(deviceId: string, head: JournalHead, contact: number): Promise<void>;
  /** Returns people enrolled on the device, in any status. */
  readOperators(deviceId: string): Promise<SyncOperator[]>;
  /** Returns a top-up point's unreceived cash and its ceiling, or null when there is no such point. */
  readTillRoom(point: string): Promise<TillRoom | null>;
  /** Version null selects the newest limits. Without any, the defaults apply (domain/operations/offline-sale.ts). */
  readLimits(marketId: MarketId, version: number | null): Promise<OfflineLimits | null>;
  /** Returns the key of the issuer or kiosk that signed, retired and revoked ones too, or null. */
  findProofKey(signer: VoucherProof['signer']): Promise<string | null>;
  /** Returns the market of a signing kiosk, including revoked ones, or null. */
  findKioskMarket(devicePrefix: string): Promise<MarketId | null>;
};

/** People present at the device. */
export type PresencePort = {
  /** A person signed in: a suspended operator works again, and the sum of unsigned top-ups restarts. */
  noteSignedIn(deviceId: string, personId: string): Promise<void>;
  /** Counts a top-up without a session. Returns false when the total would exceed `most`. */
  takeUnsigned(deviceId: string, amount: Pesos, most: Pesos): Promise<boolean>;
  /** Counts a registration of the day up to `max`. Returns false when it was not counted. */
  takeRegistration(deviceId: string, day: string, max: number): Promise<boolean>;
};

/** The server's own knowledge of a device, against which its claims are judged (docs/decisions/0013). */
export type DeviceFactsPort = {
  /**
   * Records a contact in which the device had written `reportedSeq` operations. `ahead`: numbers written but
   * possibly arriving later, each with the start of its hash; the first note of a number is kept.
   */
  noteContact(
    deviceId: string,
    contact: { reportedSeq: number; ahead: ReadonlyMap<number, string> },
    at: Date,
  ): Promise<void>;
  /**
   * Records that a balance list as of `asOf` (ms since 1970) is about to be sent. `position`: place in the
   * order of commits before it was read. Later commits are in the next list of changes.
   */
  noteHandedList(deviceId: string, asOf: number, position: number): Promise<void>;
  /** Returns where the changes since that list begin; null if it was not sent or covered the country. */
  readListPosition(deviceId: string, asOf: number): Promise<number | null>;
  /** The response after `afterSeq` operations reported these vouchers as exhausted. */
  recordExhaustedNotice(
    deviceId: string,
    voucherIds: readonly VoucherId[],
    afterSeq: number,
    at: Date,
  ): Promise<void>;
  readSaleFacts(claim: SaleClaim): Promise<SaleFacts>;
  /**
   * Returns the last contact in which the device had not written the operation with this number and hash, or
   * its enrolment: the operation was written later. If the device had named another hash for the number,
   * returns its last contact.
   */
  readNotBefore(deviceId: string, operation: { seq: number; hash: string }): Promise<Date>;
  /** Returns unassigned shortfalls of this device's offline sales. */
  readShortfall(deviceId: string): Promise<{ voucherId: VoucherId; missing: Pesos }[]>;
};

/** A device's claims about a sale, as far as the server can check them. */
export type SaleClaim = {
  deviceId: string;
  marketId: MarketId;
  seq: number;
  hash: string;
  voucherId: VoucherId;
  /** The list that it claims to have used, ms since 1970. */
  asOf: number;
};
export type SaleFacts = {
  /** The server knows that it sent that list to this device. */
  isListHanded: boolean;
  /** The time of that list, ms since 1970; of an unknown one at most the last restore, which may have forgotten it. */
  listAt: number;
  /** The newest version of the limits that is left of the time before that restore; null for a later list. */
  versionBeforeRestore: number | null;
  /** Latest of the last contact without the sale, the enrolment, and five minutes before the list. */
  notBefore: Date;
  /** The highest balance of the voucher since that list; null for an unknown voucher. */
  mostSinceList: number | null;
  /** When a person blocked the voucher; null when it is not blocked by a person. */
  personBlockedAt: Date | null;
  /** After that list and before the sale, a response reported the voucher as exhausted. */
  isTold: boolean;
  /** Versions of the market's limits at that list, and at `notBefore`. */
  versionAtList: number;
  versionAtContact: number;
};

export type JournalPort = {
  findEntry(opId: OpId): Promise<JournalEntry | null>;
  findEntries(opIds: readonly OpId[]): Promise<JournalEntry[]>;
  /** Returns the entries with these numbers. Two with one number are a fork. */
  findEntriesAt(deviceId: string, seqs: readonly number[]): Promise<JournalEntry[]>;
  /** Fails with 23505 when the opId exists. */
  insertEntry(entry: NewJournalEntry): Promise<void>;
  insertEntries(entries: readonly NewJournalEntry[]): Promise<void>;
  /** Recorded once for each device, kind, number and operation; repeating it is harmless. */
  insertIncidents(incidents: readonly NewIncident[]): Promise<void>;
};

export type MoneyPort = OperationsPort & {
  /** Returns those of these vouchers that exist. */
  knownVouchers(ids: readonly VoucherId[]): Promise<ReadonlySet<VoucherId>>;
  /** Stores the products of a sale once per operation. They do not affect money. */
  noteSaleLines(noted: { op: OpId; price: Pesos; lines: readonly SaleLine[] }): Promise<void>;
  /** Posts like an online purchase, or returns the existing receipt. */
  postPurchase(entry: PurchaseEntry, now: Date): Promise<StoredAnswer<PurchaseReceipt>>;
  /** Posts those that are paid, of distinct vouchers and operations, at once. The others must be posted alone. */
  postPaidPurchases(entries: readonly PurchaseEntry[], now: Date): Promise<Map<OpId, PurchaseReceipt>>;
  /** Posts like an online top-up. `isReviewed`: approved, so point and customer may be inactive. */
  postTopUp(entry: SyncTopUp): Promise<StoredAnswer<TopUpReceipt>>;
  /** Returns whether any account, of a voucher or not, has this id: no new voucher can have it. */
  isVoucherIdTaken(id: VoucherId): Promise<boolean>;
  /** Locked until the end of the transaction. */
  lockVoucher(id: VoucherId): Promise<VoucherToSettle | null>;
  /** Blocks the voucher because of a shortfall. */
  blockVoucher(id: VoucherId, at: Date): Promise<void>;
  /** Posts a decided sale: movement, row, points and receipt. Fails with 23505 when it is already posted. */
  postDecidedPurchase(sale: PurchaseToPost, now: Date): Promise<PurchaseReceipt>;
  /** Posts any other movement of the settlement. Fails with 23505 when the reference is taken. */
  post(movement: Movement): Promise<void>;
};

export type SettlementPort = {
  /** Fails with 23505 when another operation has accepted the purchase. */
  insertAcceptance(sale: AcceptedSale): Promise<void>;
  insertAcceptances(sales: readonly AcceptedSale[]): Promise<void>;
  findAcceptance(purchaseOpId: OpId): Promise<AcceptedSale | null>;
  findAcceptances(purchaseOpIds: readonly OpId[]): Promise<AcceptedSale[]>;
  /** Returns the device's sales with smaller numbers that were open when this one was recorded. */
  openSales(
    deviceId: string,
    contact: number,
    beforeSeq: number,
  ): Promise<{ voucherId: VoucherId; price: Pesos }[]>;
  insertConflict(conflict: SaleConflict): Promise<void>;
  findConflict(opId: OpId): Promise<SaleConflict | null>;
  findConflicts(opIds: readonly OpId[]): Promise<SaleConflict[]>;
  /** Locked until the end of the transaction. */
  lockConflict(id: string): Promise<SaleConflict | null>;
  /** Returns sales that wait for this voucher, oldest first, locked after their devices. */
  lockWaiting(voucherId: VoucherId): Promise<SaleConflict[]>;
  /** Returns existing vouchers for which sales wait. */
  waitingVouchers(most: number): Promise<VoucherId[]>;
  /** Returns lines waiting or in review whose purchase has been paid. */
  paidConflicts(most: number): Promise<string[]>;
  /** Records a person's decision in the transaction of the decision itself. */
  writeDecision(decision: AuditDecision): Promise<void>;
  updateConflict(
    id: string,
    change: Pick<SaleConflict, 'state' | 'reason' | 'missing'> & { resolution: Resolution | null },
  ): Promise<void>;
};

/**
 * The server's view of a device's journal. `gaps`: missing numbers below `ackSeq` as inclusive ranges,
 * ascending. `awaiting`: recorded numbers without an answer, because their voucher is unknown.
 */
export type JournalHead = {
  ackSeq: number;
  headHash: string;
  gaps: readonly (readonly [number, number])[];
  awaiting: readonly number[];
};

export type SyncDevice = {
  id: string;
  marketId: MarketId;
  name: string;
  /** Raw P-256 point, base64url. */
  publicKey: string;
  revokedAt: Date | null;
  /** Position of its journal at enrolment. Earlier operations were delivered with the person's token. */
  start: { seq: number; hash: string };
  head: JournalHead;
  /** Contacts that delivered its operations, including those by another device. */
  contacts: number;
  /** `sentAt` of the newest report, by the device's clock; null before the first. */
  reportedAt: Date | null;
  /** Its market has approved at least one operator. */
  isApproved: boolean;
  /** Total of top-ups since a person was last signed in on it, smallest unit shown. */
  unsignedTotal: number;
};

export type DeviceReport = {
  /** Device clock. */
  sentAt: Date;
  /** Server clock minus device clock, ms; null leaves the last one. */
  clockSkewMs: number;
  lastSeq: number;
  openCount: number;
  /** Smallest unit shown. */
  openSum: number;
  appVersion: string;
  storage: string;
  /** Ms since 1970; 0 for none. */
  snapshotAsOf: number;
};

export type SyncOperator = {
  id: string;
  ownerName: string;
  userType: UserType;
  status: AccountStatus;
  /** Approved and not deleted, as is its market. */
  isActive: boolean;
  /** Password reset or sessions ended, and no sign-in on this device since. */
  isSuspended: boolean;
  /** While suspended: the last number that the device had reported before. Null or absent when unknown. */
  suspendedSeq?: number | null;
};

export type JournalEntry = {
  opId: OpId;
  deviceId: string;
  seq: number;
  hash: string;
  prevHash: string;
  /** Another operation has the same number. */
  isFork: boolean;
  /** Contact of the device in which it first came. */
  contact: number;
};
export type NewJournalEntry = JournalEntry & {
  envelope: Envelope;
  sig: string;
  /** Device that delivered it. */
  uploadedBy: string;
  recordedAt: Date;
};
export type NewIncident = {
  deviceId: string;
  kind: IncidentKind;
  seq: number;
  opId: OpId;
  noticedAt: Date;
};

export type VoucherToSettle = PurchaseToPost['voucher'] &
  Pick<LockedVoucher, 'personId' | 'blocked' | 'closedAs'>;
export type SyncTopUp = Omit<TopUpEntry, 'isKioskSigned' | 'isReviewed'> & {
  isReviewed: boolean;
};

export type AcceptedSale = {
  opId: OpId;
  purchaseOpId: OpId;
  deviceId: string;
  seq: number;
  contact: number;
  stallId: string;
  marketId: MarketId;
  voucherId: VoucherId;
  customerId: string;
  /** Smallest unit shown. */
  price: Pesos;
  /** Device clock. */
  occurredAt: Date;
  recordedAt: Date;
  /** Its purchase was paid in an earlier contact, so the device may not have counted it as open. */
  isPaidBefore: boolean;
  /** Shortfall of this device's sales allowed without a person's decision: on this voucher, and in total. */
  voucherCap: Pesos;
  deviceCap: Pesos;
};

export type SaleConflict = {
  id: string;
  kind: 'sale' | 'top-up' | 'top-up-void' | 'withdrawal';
  state: ConflictState;
  reason: ConflictReason;
  /** Id of the acceptance or the top-up. Each has one line. */
  opId: OpId;
  /** Body hash of its future receipt. */
  bodyHash: string;
  /** Reference of the purchase's movement, or of an undone top-up's; otherwise empty. */
  purchaseOpId: OpId;
  marketId: MarketId;
  /** The stall or the top-up point. */
  stallId: string;
  voucherId: VoucherId;
  customerId: string;
  /** Smallest unit shown. */
  price: Pesos;
  /** Shortfall, smallest unit shown; 0 before anything is posted. */
  missing: Pesos;
  deviceId: string;
  seq: number;
  /** Device clock. */
  occurredAt: Date;
  recordedAt: Date;
};
type Resolution = { assignee: Assignee | null; note: string; by: string | null; at: Date };

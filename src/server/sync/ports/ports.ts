import type { AccountStatus, UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketId, OpId, Pesos, VoucherId } from '#src/contract/brands.ts';
import type { IncidentKind, OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import type { PurchaseReceipt, ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { Assignee, ConflictState } from '#src/contract/settlement/schemas.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { OperatorSignature } from '#src/contract/sync/schemas.ts';
import type { TopUpReceipt } from '#src/contract/topups/schemas.ts';
import type { DaysOfStall } from '#src/domain/limits/device-limits.ts';
import type { VerifySignature } from '#src/domain/voucher/verify-voucher.ts';
import type { VoucherProof } from '#src/domain/voucher/voucher-proof.ts';
import type { VoucherLife } from '#src/domain/voucher/voucher-validity.ts';
import type { Movement } from '#src/server/ledger/journal.ts';
import type { PurchaseEntry, SaleToPost } from '#src/server/ledger/purchases.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import type { ShareAnswers, Shares } from '#src/server/ledger/shared-sales.ts';
import type { TopUpEntry } from '#src/server/ledger/top-ups.ts';
import type { LockedVoucher } from '#src/server/ledger/vouchers.ts';
import type { KnownRoom } from '#src/server/operations/cash/locked-till.ts';
import type { Sealer } from '#src/server/sync/envelopes/receipt-seal.ts';
import type { AuditDecision } from './audit-decision.ts';
import type { EpochPort } from './epoch-port.ts';
import type { OperationsPort } from './operations-port.ts';
import type { OperatorKeyPort, OperatorSigning } from './operator-key-port.ts';
import type { PeoplePort } from './people-port.ts';
import type { ReceiptPort } from './receipt-port.ts';

/**
 * What the sync engine needs from storage. Every decision is on this side; the adapters (sync/sql, and the simulator's
 * ledger in memory) only find and insert rows, so the same rules run over both.
 */
export type SyncStore = {
  /**
   * All of `work` or nothing of it. Throws what `work` throws. Two transactions may run at once; a unique key, a
   * deadlock or a serialization failure throws an Error with PostgreSQL's `code` (23505, 40P01, 40001).
   */
  inTransaction<T>(work: (tx: SyncTransaction) => Promise<T>): Promise<T>;
} & SingleStatements;
/** Each runs outside of a transaction too. */
export type SingleStatements = Pick<
  DevicePort,
  'readDevices' | 'readOperators' | 'readLimits' | 'readStallDays' | 'readTillRoom'
> &
  Pick<EpochPort, 'readEpoch' | 'readOutcomes' | 'readOwnOutcomes' | 'noteReturned'>;

export type SyncTransaction = {
  /** A savepoint: when `work` throws, its writes are rolled back and the error is rethrown. Not nested. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
} & DevicePort &
  JournalPort &
  ReceiptPort &
  PeoplePort &
  MoneyPort &
  SettlementPort &
  DeviceFactsPort &
  PresencePort &
  OperatorKeyPort &
  EpochPort;

export type DevicePort = {
  /** Those of these ids that are enrolled, revoked ones too. */
  readDevices(ids: readonly string[]): Promise<SyncDevice[]>;
  /** The same, locked until the end of the transaction, always in the order of their ids. */
  lockDevices(ids: readonly string[]): Promise<SyncDevice[]>;
  writeReport(deviceId: string, report: DeviceReport): Promise<void>;
  /** When it was last in contact, by the server's clock. */
  touchDevice(deviceId: string, seenAt: Date): Promise<void>;
  /** `contact`: the number of the contact that moved it; the device's last one does not go back. */
  writeHead(deviceId: string, head: JournalHead, contact: number): Promise<void>;
  /** People enrolled on the device, whatever their status. */
  readOperators(deviceId: string): Promise<SyncOperator[]>;
  /** What a top-up point holds that nobody has received, and how much it may; null: there is no such point. */
  readTillRoom(point: string): Promise<KnownRoom | null>;
  /** null: the newest limits of the market; none has been set: the defaults (domain/offline-limits.ts). */
  readLimits(marketId: MarketId, version: number | null): Promise<OfflineLimits | null>;
  /** Last market days of each stall on the device, and of `stall`. */
  readStallDays(deviceId: string, stall: string | null): Promise<DaysOfStall[]>;
  /** Public key of the server's issuing key or of the kiosk that signed, retired and revoked ones too; null: none. */
  findProofKey(signer: VoucherProof['signer']): Promise<string | null>;
  /** The market of a kiosk that signs, a revoked one too; null: there is none. */
  findKioskMarket(devicePrefix: string): Promise<MarketId | null>;
};

/** Who is there with the device. */
export type PresencePort = {
  /** A session of this person came with the device's signature: a suspended binding works again, the sum begins anew. */
  noteSignedIn(deviceId: string, personId: string): Promise<void>;
  /** Counts a top-up without a session, unless all of them would come to more than `most`. False: not counted. */
  takeUnsigned(deviceId: string, amount: Pesos, most: Pesos): Promise<boolean>;
  /** Counts a registration of the day, unless there have been `max` already. False: not counted. */
  takeRegistration(deviceId: string, at: Date, max: number): Promise<boolean>;
};

/** What the server knows by itself about a device: its words are judged by this (docs/decisions/0013). */
export type DeviceFactsPort = {
  /**
   * The device was in contact and had written `reportedSeq` operations. `ahead`: numbers of operations that it had written and that may
   * arrive later, each with the beginning of its hash; what was noted of a number first stays.
   */
  noteContact(
    deviceId: string,
    contact: { reportedSeq: number; ahead: ReadonlyMap<number, string> },
    at: Date,
  ): Promise<void>;
  /**
   * A list of the market's balances is about to be sent. `position`: place in the order of commits before it was read; `asOf`: ms since 1970.
   */
  noteHandedList(deviceId: string, asOf: number, position: number): Promise<void>;
  /** Where the changes since that list begin; null: the device was sent no such list, or one of before that held the country. */
  readListPosition(deviceId: string, asOf: number): Promise<number | null>;
  /** An answer says that these vouchers give no more; the device had written `afterSeq` operations. */
  noteTold(deviceId: string, voucherIds: readonly VoucherId[], afterSeq: number, at: Date): Promise<void>;
  readSaleFacts(claim: SaleClaim): Promise<SaleFacts>;
  /**
   * The last contact in which the device had not written the operation with this number and hash, or its enrolment: what has them was
   * written later. Where it had named another hash for the number: its last contact.
   */
  readNotBefore(deviceId: string, operation: { seq: number; hash: string }): Promise<Date>;
  /** Of sales of this device without a link: what no voucher covered and nobody has assigned. */
  readShortfall(deviceId: string): Promise<{ voucherId: VoucherId; missing: Pesos }[]>;
};

/** What a device says of a sale, as far as the server can check it. */
export type SaleClaim = {
  deviceId: string;
  marketId: MarketId;
  seq: number;
  hash: string;
  voucherId: VoucherId;
  /** the list it says it used, ms since 1970 */
  asOf: number;
};
export type SaleFacts = {
  /** the server sent that list to this device */
  isListHanded: boolean;
  /** the last contact in which the device had not yet written the sale, or its enrolment */
  notBefore: Date;
  /** the most the voucher held at any moment since that list; null: the server does not know the voucher */
  mostSinceList: number | null;
  /** when a person blocked the voucher; null: nobody did */
  personBlockedAt: Date | null;
  /** since that list and before the sale the device was told that the voucher gives no more */
  isTold: boolean;
  /** versions of the market's limits in force at that list, and at `notBefore` */
  versionAtList: number;
  versionAtContact: number;
};

export type JournalPort = {
  findEntry(opId: OpId): Promise<JournalEntry | null>;
  findEntries(opIds: readonly OpId[]): Promise<JournalEntry[]>;
  /** Entries with these numbers; two with the same number are a fork. */
  findEntriesAt(deviceId: string, seqs: readonly number[]): Promise<JournalEntry[]>;
  /** Fails with 23505 when the opId is known. */
  insertEntry(entry: NewJournalEntry): Promise<void>;
  insertEntries(entries: readonly NewJournalEntry[]): Promise<void>;
  /** Once for each device, kind, number and operation; again is no error. */
  insertIncidents(incidents: readonly NewIncident[]): Promise<void>;
};

export type MoneyPort = OperationsPort & {
  /** Those of these vouchers that exist. */
  knownVouchers(ids: readonly VoucherId[]): Promise<ReadonlySet<VoucherId>>;
  /** What a sale says was sold, once for its operation. It moves nothing. */
  noteSaleLines(noted: { op: OpId; price: Pesos; lines: readonly SaleLine[] }): Promise<void>;
  /** As an online purchase: guard, movement, postings, points, receipt; or the receipt that exists already. */
  postPurchase(entry: PurchaseEntry, now: Date): Promise<StoredAnswer<PurchaseReceipt>>;
  /** The shares of one sale, all or nothing: what each of them came to, with a receipt for each. 23505 when one was answered meanwhile. */
  postShares(shares: Shares, now: Date): Promise<ShareAnswers>;
  /**
   * Many at once, no voucher and no operation twice among them; by operation. One without a result lost a race: post it
   * alone.
   */
  postPurchases(
    entries: readonly PurchaseEntry[],
    now: Date,
  ): Promise<Map<OpId, StoredAnswer<PurchaseReceipt>>>;
  /** As an online top-up. `isReviewed`: a manager approved it, point and customer need not be active. */
  postTopUp(entry: SyncTopUp): Promise<StoredAnswer<TopUpReceipt>>;
  /** Locked until the end of the transaction. */
  lockVoucher(id: VoucherId): Promise<VoucherToSettle | null>;
  /** Because something is missing. */
  blockVoucher(id: VoucherId, at: Date): Promise<void>;
  /** A sale that is decided: movement, row, points and receipt. 23505 when it is posted already. */
  postSale(sale: SaleToPost, now: Date): Promise<PurchaseReceipt>;
  /** Any other movement of the settlement. 23505 when the reference is taken. */
  post(movement: Movement): Promise<void>;
};

export type SettlementPort = {
  /** Fails with 23505 when the purchase has been accepted under another operation. */
  insertAcceptance(sale: AcceptedSale): Promise<void>;
  insertAcceptances(sales: readonly AcceptedSale[]): Promise<void>;
  findAcceptance(purchaseOpId: OpId): Promise<AcceptedSale | null>;
  findAcceptances(purchaseOpIds: readonly OpId[]): Promise<AcceptedSale[]>;
  /** Sales of the device in this contact with a smaller number, which were open when this one was recorded. */
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
  /** Sales that wait for this voucher, oldest first, locked, and their devices before them: sums are kept by device. */
  lockWaiting(voucherId: VoucherId): Promise<SaleConflict[]>;
  /** Vouchers that exist now and have sales waiting for them. */
  waitingVouchers(most: number): Promise<VoucherId[]>;
  /** Lines waiting or in review whose purchase has a receipt that paid it. */
  paidConflicts(most: number): Promise<string[]>;
  /** Records who decided what, in the transaction of the decision itself. */
  writeDecision(decision: AuditDecision): Promise<void>;
  updateConflict(
    id: string,
    change: Pick<SaleConflict, 'state' | 'reason' | 'missing'> & { resolution: Resolution | null },
  ): Promise<void>;
};

/**
 * The server's view of a device's journal. `gaps`: numbers below `ackSeq` that are missing, both ends included,
 * ascending. `awaiting`: numbers that are here and have no answer yet, because their voucher is not known.
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
  /** raw P-256 point, base64url */
  publicKey: string;
  revokedAt: Date | null;
  /** where its journal stood when it was enrolled: earlier operations were delivered with the person's token */
  start: { seq: number; hash: string };
  head: JournalHead;
  /** contacts in which it brought something, or another device did for it */
  contacts: number;
  /** `sentAt` of the newest report, the device's clock; null: none yet */
  reportedAt: Date | null;
  /** its market lets somebody work on it */
  isApproved: boolean;
  /** what its top-ups without a session came to since somebody was last signed in on it, smallest unit shown */
  unsignedTotal: number;
};

export type DeviceReport = {
  /** the device's clock */
  sentAt: Date;
  /** server clock minus device clock, ms */
  clockSkewMs: number;
  lastSeq: number;
  openCount: number;
  /** smallest unit shown */
  openSum: number;
  appVersion: string;
  storage: string;
  /** ms since 1970, 0: none */
  snapshotAsOf: number;
};

export type SyncOperator = {
  id: string;
  ownerName: string;
  userType: UserType;
  status: AccountStatus;
  /** approved, not deleted, and so is its market */
  isActive: boolean;
  /** its password was reset or its sessions ended, and it has not signed in on this device since */
  isSuspended: boolean;
} & OperatorSigning;

export type JournalEntry = {
  opId: OpId;
  deviceId: string;
  seq: number;
  hash: string;
  prevHash: string;
  /** another operation has the same number */
  isFork: boolean;
  /** contact of the device in which it first came */
  contact: number;
};
export type NewJournalEntry = JournalEntry & {
  envelope: Envelope;
  sig: string;
  /** of the person, when there was a valid one with it; whose key that is says `findOperatorKeys` */
  operatorSig: OperatorSignature | null;
  /** device that delivered it */
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

export type VoucherToSettle = SaleToPost['voucher'] &
  Pick<LockedVoucher, 'personId' | 'blocked' | 'closedAs' | 'pinFree'>;
export type SyncTopUp = Omit<TopUpEntry, 'isKioskSigned' | 'isReviewed' | 'passesCeiling'> & {
  isReviewed: boolean;
  passesCeiling: boolean;
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
  /** smallest unit shown */
  price: Pesos;
  /** the device's clock */
  occurredAt: Date;
  recordedAt: Date;
  /** its purchase was paid in an earlier contact: the device may have known, and not counted it as open */
  isPaidBefore: boolean;
  /** how much of this device's sales may be uncovered without a person's decision: on this voucher, in all */
  voucherCap: Pesos;
  deviceCap: Pesos;
};

export type SaleConflict = {
  id: string;
  kind: 'sale' | 'top-up' | 'top-up-void' | 'withdrawal' | 'void';
  state: ConflictState;
  reason: ConflictReason;
  /** the acceptance's or the top-up's; one line for each */
  opId: OpId;
  /** body hash of its future receipt */
  bodyHash: string;
  /** of a sale, its withdrawal or its void: reference of the purchase's movement; of an undone top-up: of the top-up's; else empty */
  purchaseOpId: OpId;
  marketId: MarketId;
  /** the stall, or the top-up point */
  stallId: string;
  voucherId: VoucherId;
  customerId: string;
  /** smallest unit shown */
  price: Pesos;
  /** what no voucher covered, smallest unit shown; 0 while nothing has been posted */
  missing: Pesos;
  deviceId: string;
  seq: number;
  /** the device's clock */
  occurredAt: Date;
  recordedAt: Date;
};
type Resolution = { assignee: Assignee | null; note: string; by: string | null; at: Date };
export type SettlementDeps = {
  store: SyncStore;
  now: () => Date;
  /** of a movement or a conflict: a UUID */
  newId(): string;
};

/** What the QR of a voucher says, with its proof, and when the voucher expires. */
export type IssuedLink = { urlCodeQr: string; expiresAt: Date | null };

export type SyncDeps = SettlementDeps & {
  verifySignature: VerifySignature;
  sealer: Sealer;
  /** Signs the link of a top-up's voucher: before the transaction, because signing reads the key. */
  issueLink(voucher: {
    voucherId: VoucherId;
    ownerId: string;
    marketId: MarketId;
    face: Pesos;
    /** when a kiosk handed it out; absent: now */
    issuedAt?: Date;
    /** from when its life counts, which a kiosk's clock may have put ahead; absent: from when it was issued */
    countedFrom?: Date;
  }): Promise<IssuedLink>;
  voucherLife: VoucherLife;
  /** smallest unit shown */
  topUpMax: number;
  currencySymbol: string;
  /** operations in one transaction at most, so that one commit pays for many and purchases pass in between */
  maxPerTransaction: number;
  /**
   * Posts what the market confirmed by papers after a restore and this contact may have brought back. Never fails: what could not be posted
   * is tried again by a timer.
   */
  postConfirmed?(market: MarketId): Promise<void>;
  /** an operation failed unexpectedly; it was rolled back and gets the state `again` */
  onFailure(error: unknown, opId: OpId): void;
};

import type { AccountStatus, UserType } from '#src/contract/accounts/user-type.ts';
import type { Assignee, Conflict, ConflictState } from '#src/contract/conflicts/schemas.ts';
import type { IncidentKind } from '#src/contract/devices/schemas.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { PurchaseToPost } from '#src/operations/purchase/post.ts';
import type { MarketId, OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { KeptCopy } from '#src/protocol/recovery.ts';
import type { LockedVoucher } from '#src/server/ledger/vouchers.ts';

export type SyncCustomer = { id: string; ownerName: string; identificacion: string; createdAt: Date };

/** A device's claims about a sale, as far as the server can check them. */
export type PurchaseClaim = {
  deviceId: string;
  marketId: MarketId;
  seq: number;
  hash: string;
  voucherId: VoucherId;
  /** The list that it claims to have used, ms since 1970. */
  asOf: number;
};
export type PurchaseFacts = {
  /** The server knows that it sent that list to this device. */
  isListHanded: boolean;
  /** The time of that list, ms since 1970; of an unknown one at most the last restore, which may have forgotten it. */
  listAt: number;
  /** The newest version of the limits that is left of the time before that restore; null for a later list. */
  versionBeforeRestore: number | null;
  /** The server was restored from a copy at least once. */
  wasRestored: boolean;
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
  /** Server clock minus device clock, ms. */
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

export type AcceptedPurchase = {
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

export type ConflictLine = {
  id: string;
  kind: Conflict['kind'];
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
export type Resolution = { assignee: Assignee | null; note: string; by: string | null; at: Date };

/** Current epoch of the database. `position`: every ended transaction is below it. */
export type Epoch = { number: number; position: number; keptCopy: KeptCopy | null };
/** restored: by the restore script. noticed: a device showed a sealed receipt that the database lacks. */
export type EpochReason = 'restored' | 'noticed';

export type RecoveredPurchase = { purchaseOpId: OpId; epoch: number; deviceId: string; stallId: string };

/** Number and total of the returned operations. Smallest unit shown. */
export type Recovered = { count: number; sum: Pesos };

export type ReceiptAnswer = { opId: OpId; refusal: RefusalCode | null };

/** `postedAt`: position of the transaction that posted this purchase or top-up. Null without a movement. */
export type PostedAnswer = ReceiptAnswer & { postedAt: number | null };

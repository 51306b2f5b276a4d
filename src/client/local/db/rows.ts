import type { OfflineRegistration } from '#src/contract/accounts/notice.ts';
import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { TillRoom } from '#src/contract/cash/till.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import type { EnvelopeKind } from '#src/operations/envelopes.ts';
import type { Exposes } from '#src/operations/exposure.ts';
import type { OperationState } from '#src/operations/outcome.ts';
import type { MarketCode, OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { KeySet, OfflineLimits } from '#src/protocol/keys.ts';
import type { ReceiptSeal } from '#src/protocol/recovery.ts';
import type { OperationStatus } from './operation.ts';

/** The device's own row: its identity, the end of its chain of operations, and its knowledge of the time. */
export type DeviceRow = {
  id: 'self';
  deviceId: string;
  lastSeq: number;
  headHash: string;
  /** Server clock minus device clock, ms. */
  clockOffset: number;
  /** Latest moment seen, by the corrected clock, ms since 1970; 0 for none. */
  latestSeen: number;
  /** The server's last answers about the time, oldest first. Absent before the first. */
  clockSamples?: ClockSample[];
};

/** Result of one short call: server clock minus device clock, and minus the page's steady clock, ms. */
export type ClockSample = {
  offset: number;
  steadyOffset: number;
  since: number;
  /** Maximum error of the offset, because the server read its clock at an unknown moment of the call. */
  uncertainMs: number;
};

/**
 * The tab that may send where Web Locks are missing: until `expiresAt` (device clock, ms) the tab `owner`.
 */
export type LeaseRow = { id: 'drain'; owner: string; expiresAt: number };

/**
 * Amount that an operation of this device may still take from a voucher, or has put on one, until the server
 * settles it. Written and deleted in the same transactions as its status. `accepted`: goods or voucher were
 * handed over offline.
 */
export type Exposure = {
  opId: OpId;
  kind: Exposes;
  voucherId: VoucherId;
  /** Smallest unit shown. */
  amount: Pesos;
  accepted: boolean;
};

/** Balance of one voucher as last reported by the server in a receipt, a refusal or a look-up. */
export type KnownBalance = {
  voucherId: VoucherId;
  /** Smallest unit shown; 0 when spent or blocked. */
  balance: Pesos;
  /** Server clock, ms since 1970. */
  asOf: number;
  /** Position in the ledger's order that the balance includes, as in a receipt's seal. Absent without one. */
  epoch?: number;
  position?: number;
};

/**
 * The market's data with which the device decides offline, and the time of its last contact. Times: device
 * clock, ms.
 */
export type ServerConfigRow =
  | { id: 'limits'; value: OfflineLimits }
  | { id: 'keys'; value: KeySet }
  | {
      id: 'spoken';
      reportedAt: number;
      pulledAt: number;
      isReportOwed: boolean;
      isPullOwed: boolean;
      /** Server clock of the stored balance list, and of the last full one; ms since 1970, 0 for none. */
      listAsOf: number;
      fullListAsOf: number;
      /** Server clock of the newest answer, ms since 1970; 0 before the first one. */
      heardAsOf: number;
    }
  | { id: 'epoch'; number: number }
  | {
      id: 'recovered';
      /** Device clock, ms since 1970. */
      at: number;
      /** Unsettled operations restored from the second copy, and damaged records in it. */
      count: number;
      damaged: number;
      /** The browser's report about a database that it discarded; empty when it gave none. */
      dataLoss: string;
      isSeen: boolean;
    };

/**
 * The server's final answer to an operation, with its seal, which proves it to a server restored from an
 * older copy. `epoch` and `position` are those of the seal. `registration`: the customer of a top-up or
 * registration, who may have been lost too.
 */
export type SealedRow = {
  opId: OpId;
  seq: number;
  hash: string;
  state: 'accepted' | 'settled-with-overspend' | 'refused';
  code?: string;
  seal: ReceiptSeal;
  epoch: number;
  position: number;
  registration?: OfflineRegistration;
  /** Server clock, ms since 1970. */
  storedAt: number;
};

/**
 * The device's signature of an envelope's hash, base64url, made after the transaction that wrote the
 * envelope.
 */
export type SignatureRow = { opId: OpId; sig: string };

/**
 * Personal data of a customer registered offline. It is beside the envelope, and only until the registration
 * is accepted.
 */
export type RegistrationRow = OfflineRegistration & { opId: OpId; clientId: string };

/** Keys of a device, generated in the browser and not extractable. */
export type DeviceKeys = {
  privateKey: CryptoKey;
  /** Raw point, base64url. */
  publicKey: string;
  /** HMAC key under every PIN of this device. */
  pinKey: CryptoKey;
};

/**
 * Binding of this browser to its journal. `asked`: keys are stored and the server has not answered; the same
 * keys are offered again. `revoked`: it no longer sells, and keeps its outbox.
 */
export type Enrolment = {
  id: 'self';
  deviceId: string;
  state: 'asked' | 'active' | 'revoked';
  name: string;
  keys: DeviceKeys;
  /** Device clock, ms since 1970. */
  enrolledAt: number;
  /** Head of the server's copy of the journal, and numbers missing there. */
  ackSeq: number;
  missing: number[];
  /** Numbers answered before a restore. They are shown once, with their seals, to the restored server. */
  toShow: number[];
  /** Why the server rejected the device's last call; empty after success. */
  trouble: string;
  /**
   * Total of top-ups sent without a session since a person last signed in here, as last reported by the
   * server.
   */
  unsignedTotal?: Pesos;
  /** Position of the journal at the first enrolment, repeated to a server that has forgotten the device. */
  start?: { lastSeq: number; headHash: string };
};

/** Data to verify a PIN. It does not reveal the PIN without the device's own key. */
export type PinVerifier = {
  /** Base64url. */
  salt: string;
  iterations: number;
  /** Base64url. */
  tag: string;
};

/** A person who may open this device without a link. */
export type Operator = {
  /** The person's id. */
  id: string;
  ownerName: string;
  userType: Extract<UserType, 'ESTANTE' | 'RECARGA'>;
  /** Name of the stall or point. */
  placeName: string;
  marketName: string;
  globalMarketId: MarketCode;
  /** As last reported by the server. */
  isActive: boolean;
  /** Digits shown on both screens while the market has not decided about this person. */
  digits?: string;
  /** The password was reset or the sessions ended: the PIN opens nothing until this person signs in here. */
  isSuspended?: boolean;
  pin: PinVerifier | null;
  /**
   * A point's unreceived cash and its ceiling, as last reported by the server. Absent when never reported.
   */
  till?: TillRoom;
  /** Attempts since the last success. Each is counted before it is checked. */
  attempts: number;
};

/**
 * An operation imported from another device's file. It is kept apart from this device's journal, delivered by
 * this device, and settled under its author's name. `envelope` is passed on unchanged.
 */
export type RescuedEntry = {
  opId: OpId;
  /** Its author. */
  deviceId: string;
  seq: number;
  entry: SyncEntry;
  /** Smallest unit shown; 0 when it has no amount. */
  amount: Pesos;
  kind: EnvelopeKind;
  occurredAt: string;
  state: Exclude<OperationState, 'sending' | 'waiting-sign-in'>;
  attempts: number;
  /** Device clock, ms since 1970. */
  nextAttemptAt: number;
  lastError: OperationStatus['lastError'];
  message: string;
  /** Device clock, ms since 1970. */
  importedAt: number;
};

import type { UserType } from '#src/contract/accounts/user-type.ts';
import type { MarketCode, OpId, Pesos, VoucherId } from '#src/contract/brands.ts';
import type { TillRoom } from '#src/contract/cash/till-hand-over.ts';
import type { KeySet, OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { OfflineRegistration, OperatorSignature, SyncEntry } from '#src/contract/sync/schemas.ts';
import type { ReceiptSeal } from '#src/contract/sync/seal.ts';
import type { OperationStatus, FateState } from './operation.ts';

/** The device's own row: who it is, the end of its chain of operations, and what it knows of the time. */
export type DeviceRow = {
  id: 'self';
  deviceId: string;
  lastSeq: number;
  headHash: string;
  /** server clock less device clock, ms */
  clockOffset: number;
  /** the latest moment seen, on the corrected clock, ms since 1970; absent in rows of version 1 */
  latestSeen?: number;
  /** the server's last answers about the time, oldest first */
  clockSamples?: ClockSample[];
};

/** What one short call said: server clock less device clock, and less the page's steady clock, ms. */
export type ClockSample = {
  offset: number;
  steadyOffset: number;
  since: number;
  /** the server's clock was read somewhere within the call: the offset may be wrong by so much; earlier versions did not say */
  uncertainMs?: number;
};

/** Which tab may send where there are no Web Locks: until `expiresAt` (device clock, ms) the tab `owner`. */
export type LeaseRow = { id: 'drain'; owner: string; expiresAt: number };

/**
 * What an operation of this device may still take from a voucher, or has put on one, while the server has not settled it.
 * Written and removed in the same transactions as its status. `accepted`: handed over without a link, goods or voucher.
 */
export type Exposure = {
  opId: OpId;
  kind: 'purchase' | 'top-up';
  voucherId: VoucherId;
  /** smallest unit shown */
  amount: Pesos;
  accepted: boolean;
};

/** The balance of one voucher as the server last reported it, by a receipt, a refusal or a look-up. */
export type KnownBalance = {
  voucherId: VoucherId;
  /** smallest unit shown; 0: spent or blocked */
  balance: Pesos;
  /** server clock, ms since 1970 */
  asOf: number;
  /** the ledger's order up to which the balance holds all, as in a receipt's seal; rows of earlier versions lack it */
  epoch?: number;
  position?: number;
};

/** What the device keeps of its market to decide without a link, and when it last had contact. Times: device clock, ms. */
export type ServerConfigRow =
  | { id: 'limits'; value: OfflineLimits }
  | { id: 'keys'; value: KeySet }
  | {
      id: 'spoken';
      reportedAt: number;
      pulledAt: number;
      isReportOwed: boolean;
      isPullOwed: boolean;
      /** server clock of the stored list of balances, and of the last full one; ms since 1970, 0: none */
      listAsOf: number;
      fullListAsOf: number;
    }
  | { id: 'epoch'; number: number }
  | {
      id: 'recovered';
      /** device clock, ms since 1970 */
      at: number;
      /** unsettled operations that came back from the second copy, and records of it that were damaged */
      count: number;
      damaged: number;
      /** what the browser said of a database that it threw away, empty when it said nothing */
      dataLoss: string;
      isSeen: boolean;
    };

/**
 * What the server said of an operation for good, with its seal: proves it to a server that was put back to a copy of before.
 * `epoch` and `position` are those of the seal. `registration`: the customer of a top-up or a registration, who may have been
 * lost with it.
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
  /** server clock, ms since 1970 */
  storedAt: number;
};

/**
 * The device's signature of an envelope's hash, base64url, and that of the person it names where their key was open. Made after the
 * transaction that wrote the envelope.
 */
export type SignatureRow = { opId: OpId; sig: string; operator?: OperatorSignature };

/** The personal data of a customer registered without a link, beside its envelope and only until it was accepted. */
export type RegistrationRow = OfflineRegistration & { opId: OpId; clientId: string };

/** The keys of a device, made in the browser. None of them can leave it. */
export type DeviceKeys = {
  privateKey: CryptoKey;
  /** raw point, base64url */
  publicKey: string;
  /** HMAC key under every PIN of this device */
  pinKey: CryptoKey;
};

/**
 * What ties this browser to its journal. `asked`: keys are kept, the server has not answered yet; the same keys are offered
 * again. `revoked`: it sells no more, and keeps its outbox.
 */
export type Enrolment = {
  id: 'self';
  deviceId: string;
  state: 'asked' | 'active' | 'revoked';
  name: string;
  keys: DeviceKeys;
  /** device clock, ms since 1970 */
  enrolledAt: number;
  /** head of the journal as the server has it, and numbers it does not have */
  ackSeq: number;
  missing: number[];
  /** numbers that a server of before has answered: shown once, with their seals, to the one that was put back */
  toShow?: number[];
  /** why the server did not take the last call of the device, empty when it did */
  trouble: string;
  /** what top-ups sent without a session came to since somebody was last signed in here, as the server last said */
  unsignedTotal?: Pesos;
  /** where the journal stood when it was first enrolled: a server that has forgotten the device is told the same again */
  start?: { lastSeq: number; headHash: string };
};

/** What a PIN is checked against. Nothing of it gives the PIN back without the device's own key. */
export type PinVerifier = {
  /** base64url */
  salt: string;
  iterations: number;
  /** base64url */
  tag: string;
};

/** A key pair whose private half is closed under a PIN. All texts base64url; `publicKey` the raw point. */
export type ClosedKey = { publicKey: string; iv: string; body: string };

/** A person's own key on this device, and the signatures, of the device and of the key, with which their session puts it on the server. */
export type OperatorKeyRow = ClosedKey & { deviceSig: string; ownSig: string };

/** Somebody who may open this device without a link. */
export type Operator = {
  /** the person's id */
  id: string;
  ownerName: string;
  userType: Extract<UserType, 'ESTANTE' | 'RECARGA'>;
  /** name of the stall or point */
  placeName: string;
  marketName: string;
  globalMarketId: MarketCode;
  /** as the server last said */
  isActive: boolean;
  /** the market has not decided yet whether this person may work here: what stands on both screens */
  digits?: string;
  /** the password was reset or the sessions ended: the PIN opens nothing until this person signs in here */
  isSuspended?: boolean;
  pin: PinVerifier | null;
  /** absent: the PIN is from before there were such keys, or the browser could not make one */
  key?: OperatorKeyRow;
  /** the key under their PIN that the server has, as it last said; absent: none */
  serverKey?: string;
  /** of a top-up point: what it holds that nobody has received, as the server last said; absent: it said nothing of it */
  till?: TillRoom;
  /** attempts since the last good one; each is counted before it is checked */
  attempts: number;
};

/**
 * An operation of another device, taken over from a file: kept apart from this device's own journal, delivered by it, and
 * settled under its author's name. `envelope` is passed on as it was read.
 */
export type RescuedEntry = {
  opId: OpId;
  /** its author */
  deviceId: string;
  seq: number;
  entry: SyncEntry;
  /** smallest unit shown, 0 where there is none to show */
  amount: Pesos;
  kind: string;
  occurredAt: string;
  state: Exclude<FateState, 'sending' | 'waiting-sign-in'>;
  attempts: number;
  /** device clock, ms since 1970 */
  nextAttemptAt: number;
  lastError: OperationStatus['lastError'];
  message: string;
  /** device clock, ms since 1970 */
  importedAt: number;
};

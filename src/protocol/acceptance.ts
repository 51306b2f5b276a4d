import type { Pesos } from './brands.ts';
import type { OfflineLimits } from './keys.ts';

/**
 * A device's knowledge when it decides about an offline sale. Amounts in the smallest unit shown, times in ms
 * since 1970.
 */
export type AcceptanceFacts = {
  price: Pesos;
  /** From the voucher's verified proof; null without a valid one. */
  proof: { face: Pesos; offlineCap: Pesos; issuedAt: number; by: 'server' | 'kiosk' } | null;
  /**
   * Balance last received from the server, by list or receipt; 0 when spent or blocked, null when never
   * received.
   */
  knownBalance: Pesos | null;
  /** Its proof names another market than the device's, so its absence from the list proves nothing. */
  isForeign: boolean;
  /** Server clock of the balance list; null without one. */
  snapshotAsOf: number | null;
  /** All open purchases of this voucher on this device. */
  spentHere: Pesos;
  /** The part of them handed over offline, and the same total for the whole device. */
  acceptedOnVoucher: Pesos;
  acceptedOnDevice: Pesos;
  limits: OfflineLimits;
  /** The device's clock corrected by the server's. */
  now: number;
  /** The latest moment that this device has seen, on the same corrected clock. */
  latestSeen: number;
};

/** Why a device may not accept, by the conditions of docs/protocol.md, section 6, in their order. */
export type AcceptanceRefusal =
  | 'NO_LIST'
  | 'LIST_TOO_OLD'
  | 'CLOCK_BEHIND'
  | 'NO_PROOF'
  | 'NOT_IN_LIST'
  | 'FOREIGN_VOUCHER'
  | 'SPENT_OR_BLOCKED'
  | 'NOT_ENOUGH_KNOWN'
  | 'VOUCHER_LIMIT'
  | 'DEVICE_LIMIT';

/** `most`: the highest price that the rules would accept now, in the smallest unit shown; 0 for none. */
export type AcceptanceDecision = { accept: true } | { accept: false; reason: AcceptanceRefusal; most: Pesos };

/**
 * Time for which a full list names spent and blocked vouchers of kiosks. An older voucher that is absent may
 * be either, or its top-up may not have reached the server.
 */
export const kioskVouchersListedMs = 14 * 86_400_000;

/** Tolerance for clocks: a voucher issued just before the list was made may be absent from it. */
const listSlackMs = 5 * 60_000;

/** Largest step back when the network sets a clock. */
const clockStepMs = 5_000;

/**
 * The rules of an offline sale: accepts it, or returns the first reason against it. The server applies the same
 * rules when the sale arrives.
 */
export function decideAcceptance(facts: AcceptanceFacts): AcceptanceDecision {
  const { price, proof, knownBalance, snapshotAsOf, limits, now } = facts;
  const refuse = (reason: AcceptanceRefusal, most = 0): AcceptanceDecision => ({
    accept: false,
    reason,
    most: Math.max(0, most),
  });
  if (snapshotAsOf === null) return refuse('NO_LIST');
  if (now + clockStepMs < facts.latestSeen) return refuse('CLOCK_BEHIND');
  if (now - snapshotAsOf > limits.snapshotHours * 3_600_000) return refuse('LIST_TOO_OLD');
  if (!proof) return refuse('NO_PROOF');
  const isUnlisted = knownBalance === null;
  const isStranger = isUnlisted && facts.isForeign;
  const ofStrangers = isStranger ? (limits.foreignVoucher ?? 0) : Number.MAX_SAFE_INTEGER;
  if (ofStrangers === 0) return refuse('FOREIGN_VOUCHER');
  const namedMs = proof.by === 'server' ? listSlackMs : kioskVouchersListedMs - listSlackMs;
  if (isUnlisted && !isStranger && proof.issuedAt + namedMs < snapshotAsOf) return refuse('NOT_IN_LIST');
  if (knownBalance === 0) return refuse('SPENT_OR_BLOCKED');
  const unspent = Math.min(knownBalance ?? proof.face, proof.face) - facts.spentHere;
  const cap = capOf(proof, limits);
  const onVoucher = Math.min(cap, ofStrangers) - facts.acceptedOnVoucher;
  const onDevice = limits.perDevice - facts.acceptedOnDevice;
  const most = Math.min(unspent, onVoucher, onDevice);
  if (price <= most) return { accept: true };
  if (price > unspent) return refuse('NOT_ENOUGH_KNOWN', most);
  if (price <= onVoucher) return refuse('DEVICE_LIMIT', most);
  return refuse(ofStrangers < cap ? 'FOREIGN_VOUCHER' : 'VOUCHER_LIMIT', most);
}

/**
 * Returns the most that may be accepted of a voucher by its proof, in the smallest unit shown. `offlineCap` 0: the
 * proof sets no cap.
 */
export function capOf({ offlineCap }: { offlineCap: Pesos }, { perVoucher }: OfflineLimits): Pesos {
  return offlineCap === 0 ? perVoucher : Math.min(perVoucher, offlineCap);
}

/**
 * A kiosk's knowledge when it issues a voucher offline. Amounts in the smallest unit shown, times in ms since
 * 1970.
 */
export type TopUpIssueFacts = {
  monto: Pesos;
  /** Its own certificate as published by the server, or null. */
  certificate: { notAfter: number; maxVoucher: Pesos } | null;
  /** Total of top-ups issued here that the server does not know yet. */
  issuedHere: Pesos;
  limits: OfflineLimits;
  /**
   * Amount that the point may still take before it must hand over, as last known, less unsent
   * operations; null when unknown.
   */
  tillRoom: Pesos | null;
  /** The device's clock corrected by the server's. */
  now: number;
  /** The latest moment that this device has seen, on the same corrected clock. */
  latestSeen: number;
};

/** Why a kiosk may not issue, by the conditions of docs/protocol.md, section 6. */
export type TopUpIssueRefusal =
  | 'NO_CERTIFICATE'
  | 'CERTIFICATE_OVER'
  | 'CLOCK_BEHIND'
  | 'KIOSK_VOUCHER_LIMIT'
  | 'KIOSK_TOTAL_LIMIT'
  | 'TILL_FULL';

/** `most`: the largest amount that it could issue now, in the smallest unit shown; 0 for none. */
export type TopUpIssueDecision = { issue: true } | { issue: false; reason: TopUpIssueRefusal; most: Pesos };

/** Decides whether a kiosk may issue a voucher offline. */
export function decideTopUpIssue(facts: TopUpIssueFacts): TopUpIssueDecision {
  const { monto, certificate, issuedHere, limits, now } = facts;
  const room = facts.tillRoom ?? Number.POSITIVE_INFINITY;
  const refuse = (reason: TopUpIssueRefusal, most = 0): TopUpIssueDecision => ({
    issue: false,
    reason,
    most: Math.max(0, most),
  });
  if (!certificate) return refuse('NO_CERTIFICATE');
  if (now < facts.latestSeen) return refuse('CLOCK_BEHIND');
  if (certificate.notAfter <= now) return refuse('CERTIFICATE_OVER');
  const each = Math.min(limits.kioskVoucher, certificate.maxVoucher);
  const left = limits.kioskTotal - issuedHere;
  const most = Math.min(each, left, room);
  if (monto <= most) return { issue: true };
  if (monto > each) return refuse('KIOSK_VOUCHER_LIMIT', most);
  return refuse(monto > left ? 'KIOSK_TOTAL_LIMIT' : 'TILL_FULL', most);
}

import { type Pesos, toAmount } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/device.ts';

/** What a device knows when it decides about a sale without a link. Amounts in the smallest unit shown, times in ms since 1970. */
export type AcceptanceFacts = {
  price: Pesos;
  /** from the voucher's verified proof; null: it has none that is valid */
  proof: { face: Pesos; offlineCap: Pesos; issuedAt: number; by: 'server' | 'kiosk' } | null;
  /** balance last received from the server, by list or receipt; 0: spent or blocked; null: none received */
  knownBalance: Pesos | null;
  /** its proof names another market than the device's: nothing follows from its not being in the list */
  isForeign: boolean;
  /** server's clock at the list of balances; null: none */
  snapshotAsOf: number | null;
  /** all open purchases of this voucher on this device */
  spentHere: Pesos;
  /** of those, what was handed over without a link, and the same for the whole device */
  acceptedOnVoucher: Pesos;
  acceptedOnDevice: Pesos;
  limits: OfflineLimits;
  /** the device's clock corrected by what the server said */
  now: number;
  /** the latest moment this device has seen, on the same corrected clock */
  latestSeen: number;
};

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

/** `most`: the largest price the rules would take now. */
export type AcceptanceDecision = { accept: true } | { accept: false; reason: AcceptanceRefusal; most: Pesos };

/**
 * A full list names spent and blocked vouchers of kiosks this long; an older one that is not named may be either, or may
 * not have reached the server.
 */
export const kioskVouchersListedMs = 14 * 86_400_000;

/** Slack for clocks: a voucher issued just before the list was made may be missing from it. */
const listSlackMs = 5 * 60_000;

/** How far a clock may step back when the network sets it. */
const clockSlackMs = 5_000;

/**
 * The rules of a sale without a link (docs/decisions/0006): accepted, or the reason why not. The server applies the
 * same rules when the sale arrives.
 */
export function decideAcceptance(facts: AcceptanceFacts): AcceptanceDecision {
  const { price, proof, knownBalance, snapshotAsOf, limits, now } = facts;
  const refuse = (reason: AcceptanceRefusal, most = 0): AcceptanceDecision => ({
    accept: false,
    reason,
    most: Math.max(0, most),
  });
  if (snapshotAsOf === null) return refuse('NO_LIST');
  if (now + clockSlackMs < facts.latestSeen) return refuse('CLOCK_BEHIND');
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
  const cap = proof.offlineCap === 0 ? limits.perVoucher : Math.min(limits.perVoucher, proof.offlineCap);
  const onVoucher = Math.min(cap, ofStrangers) - facts.acceptedOnVoucher;
  const onDevice = limits.perDevice - facts.acceptedOnDevice;
  const most = Math.min(unspent, onVoucher, onDevice);
  if (price <= most) return { accept: true };
  if (price > unspent) return refuse('NOT_ENOUGH_KNOWN', most);
  if (price <= onVoucher) return refuse('DEVICE_LIMIT', most);
  return refuse(ofStrangers < cap ? 'FOREIGN_VOUCHER' : 'VOUCHER_LIMIT', most);
}

/** What a market allows without a link until it says otherwise. Smallest unit shown. */
export const defaultOfflineLimits: OfflineLimits = {
  version: 1,
  perVoucher: toAmount(50_000),
  perDevice: toAmount(1_000_000),
  snapshotHours: 72,
  warnHours: 4,
  kioskVoucher: toAmount(100_000),
  kioskTotal: toAmount(1_000_000),
  foreignVoucher: toAmount(0),
};

/** A sale that waits longer than this for its top-up needs somebody to look for the kiosk. */
export const conflictAlarmMs = 24 * 3_600_000;

import { type Pesos, toAmount } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { AcceptancePayload } from '#src/contract/sync/envelope.ts';
import { needsPin, type PinFacts } from '../voucher/voucher-pin.ts';
import type { ClosedAs } from '../voucher/voucher-validity.ts';
import { review, type Decision } from './decision.ts';
import { clockSlackMs, doubtOf, isTimePlausible, type JournalFacts } from './journal/doubt.ts';
import { isBeyondCredit } from './sale.ts';

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
const clockStepMs = 5_000;

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

/** The most that may be accepted of a voucher by its proof. `offlineCap` 0: the proof sets no cap of its own. */
function capOf({ offlineCap }: { offlineCap: Pesos }, { perVoucher }: OfflineLimits): Pesos {
  return offlineCap === 0 ? perVoucher : Math.min(perVoucher, offlineCap);
}

/** What the device's envelope claims. `occurredAt`: its clock with its own correction, ms since 1970. */
export type OfflineSaleClaim = Pick<
  AcceptancePayload,
  'price' | 'knownBalance' | 'snapshotAsOf' | 'spentHere' | 'deviceOpen' | 'limitsVersion'
> & { occurredAt: number };

/** What the server knows without the device's word (docs/decisions/0013). Pesos in the smallest unit shown, times in ms since 1970. */
export type OfflineSaleFacts = {
  now: number;
  /** null: the voucher's proof has no valid signature. `endsAt` null: the voucher has no end. */
  proof: (NonNullable<AcceptanceFacts['proof']> & { endsAt: number | null; isForeign: boolean }) | null;
  /** the market's limits by the version that the device used; null: there is no such version */
  limits: OfflineLimits | null;
  /** the limits in force at `notBefore`, where they are newer than that version */
  newerLimits: OfflineLimits | null;
  /** the device's earlier sales of the same contact, which were open when this one was recorded: of this voucher, and in all */
  open: { onVoucher: Pesos; onDevice: Pesos };
  /** the server sent that list to this device */
  isListHanded: boolean;
  /** the last contact in which the device had not written the sale, or its enrolment */
  notBefore: number;
  /** the most that the voucher held at any moment since that list; null: the voucher is unknown */
  mostSinceList: Pesos | null;
  /** null: no person blocked the voucher */
  personBlockedAt: number | null;
  /** between that list and the sale the device was told that the voucher gives no more */
  isTold: boolean;
  /** versions of the limits in force at that list, and at `notBefore` */
  versionAtList: number;
  versionAtContact: number;
};

/** How much of this device's sales may stay uncovered without a person's decision: of this voucher, and in all. */
export type ShortfallCaps = { voucherCap: Pesos; deviceCap: Pesos };

/**
 * Whether a sale that was accepted without a link needs a person, and how much of it may stay uncovered without one. The claim is held to
 * the device's own rules and then to what the server knows, so that a device's words only make the judgement stricter. An honest device
 * is reviewed only where an answer to it was lost, or where its clock was changed while it had no link.
 */
export function decideOfflineSale(
  claim: OfflineSaleClaim,
  facts: OfflineSaleFacts,
  entry: JournalFacts,
): Exclude<Decision<ShortfallCaps>, { kind: 'refuse' | 'wait' }> {
  const doubt = doubtOf(entry);
  if (doubt) return review(doubt);
  const { proof, limits } = facts;
  const endsAt = proof?.endsAt ?? null;
  if (!proof || (endsAt !== null && endsAt <= claim.occurredAt - clockSlackMs)) return review('BAD_PROOF');
  if (!limits || !isWithinRules(claim, { ...facts, proof, limits })) return review('BEYOND_LIMITS');
  const untruth = untruthOf(claim, facts);
  if (untruth) return review(untruth);
  if (!areLimitsInForce(claim, facts)) return review('BEYOND_LIMITS');
  const isStranger = claim.knownBalance === null && proof.isForeign;
  const ofStrangers = isStranger ? (limits.foreignVoucher ?? 0) : Number.MAX_SAFE_INTEGER;
  const voucherCap = Math.min(capOf(proof, limits), ofStrangers, claim.knownBalance ?? proof.face);
  return { kind: 'post', plan: { voucherCap, deviceCap: limits.perDevice } };
}

/**
 * The device's rules on the figures it signed, and on sums that it cannot have had wrong: its open sales of the same contact were
 * certainly open when this one was recorded, whatever responses were lost. The clock that is kindest to the device counts.
 */
function isWithinRules(
  claim: OfflineSaleClaim,
  { proof, limits, open }: Pick<OfflineSaleFacts, 'open'> & Judged,
): boolean {
  const now = claim.occurredAt - clockSlackMs;
  return decideAcceptance({
    price: claim.price,
    proof,
    knownBalance: claim.knownBalance,
    isForeign: proof.isForeign,
    snapshotAsOf: claim.snapshotAsOf === 0 ? null : claim.snapshotAsOf,
    spentHere: claim.spentHere,
    acceptedOnVoucher: open.onVoucher,
    acceptedOnDevice: Math.max(claim.deviceOpen, open.onDevice),
    limits,
    now,
    latestSeen: now,
  }).accept;
}
type Judged = { proof: NonNullable<OfflineSaleFacts['proof']>; limits: OfflineLimits };

/** The claim that the server knows to be untrue. Returns null when there is none. */
function untruthOf(
  { occurredAt, snapshotAsOf, knownBalance, price, spentHere }: OfflineSaleClaim,
  facts: OfflineSaleFacts,
): ConflictReason | null {
  const { notBefore, now, personBlockedAt, mostSinceList } = facts;
  if (!facts.isListHanded) return 'LIST_UNKNOWN';
  if (!isTimePlausible({ occurredAt, notBefore, now })) return 'TIME_IMPLAUSIBLE';
  if (personBlockedAt !== null && personBlockedAt <= snapshotAsOf) return 'VOUCHER_BLOCKED';
  if (facts.isTold) return 'TOLD_SPENT';
  if (knownBalance !== null && knownBalance > (mostSinceList ?? 0)) return 'BALANCE_OVERSTATED';
  if (mostSinceList !== null && price + spentHere > mostSinceList) return 'BALANCE_OVERSTATED';
  return null;
}

/**
 * The version that the device used was in force at its list or later. Acceptance that is switched off counts from the contact in which
 * the device could learn of it.
 */
function areLimitsInForce(
  { limitsVersion }: OfflineSaleClaim,
  { versionAtList, versionAtContact, newerLimits }: OfflineSaleFacts,
): boolean {
  if (limitsVersion < versionAtList) return false;
  if (versionAtContact <= limitsVersion) return true;
  return newerLimits !== null && newerLimits.perVoucher > 0 && newerLimits.perDevice > 0;
}

/** A voucher when a sale on it is settled. `isOwn`: it belongs to the customer of the sale, by person. */
export type SettledVoucher = {
  balance: Pesos;
  blocked: 'overspend' | 'person' | null;
  closedAs?: ClosedAs;
  isOwn: boolean;
};

export type SettlementFacts = {
  /** null: it is unknown, and its top-up may still arrive */
  voucher: SettledVoucher | null;
  /** reused: the purchase's id belongs to another operation. withdrawn: the stall has said that nothing was handed over for it. */
  purchase: 'open' | 'reused' | 'withdrawn';
  caps: ShortfallCaps;
  /** of the voucher */
  pin: PinFacts;
  /** what the voucher's market may still owe the others; null: the stall is its own */
  creditLeft: Pesos | null;
  /**
   * what no voucher covered of this device's other sales and nobody has assigned: of this voucher, and in all. `proven`: of its sales that
   * came back after a restore, where this is one; null: it is not
   */
  shortfall: { onVoucher: Pesos; onDevice: Pesos; proven: Pesos | null };
};

/** `reason` says why something is missing; null: the voucher gives the whole price. */
export type SettlementPlan = { taken: Pesos; reason: ConflictReason | null };

/**
 * What a sale without a link comes to once its voucher is locked. The voucher gives its balance and the stall is paid in full; what is
 * missing beyond the caps of its device is reviewed, and nothing is posted. So is what a voucher does not give without its PIN. A sale that came back after a restore was judged before it: what
 * its voucher lacks counts with the device's other sales that came back.
 */
export function decideSettlement(
  { price }: { price: Pesos },
  { voucher, purchase, pin, caps, creditLeft, shortfall }: SettlementFacts,
): Exclude<Decision<SettlementPlan>, { kind: 'refuse' }> {
  if (purchase !== 'open') return review('JOURNAL_FORK');
  if (!voucher) return { kind: 'wait', code: 'UNKNOWN_VOUCHER' };
  if (!voucher.isOwn) return review('BAD_PROOF');
  const taken = takenFrom(voucher, price);
  if (needsPin(pin, taken)) return review('PIN_MISSING');
  if (isBeyondCredit(taken, creditLeft)) return review('CLEARING_LIMIT');
  const missing = price - taken;
  if (missing === 0) return { kind: 'post', plan: { taken, reason: null } };
  const beyond = capExceeded(shortfall, caps, missing);
  return beyond ? review(beyond) : { kind: 'post', plan: { taken, reason: whyMissing(voucher) } };
}

function capExceeded(
  { onVoucher, onDevice, proven }: SettlementFacts['shortfall'],
  { voucherCap, deviceCap }: ShortfallCaps,
  missing: Pesos,
): ConflictReason | null {
  if (proven !== null) return proven + missing > deviceCap ? 'PROVEN_BEYOND_LIMITS' : null;
  return onVoucher + missing > voucherCap || onDevice + missing > deviceCap ? 'SHORTFALL_LIMIT' : null;
}

/** What a voucher gives towards goods that were handed over: its balance, unless a person has blocked it. */
export function takenFrom(
  { balance, blocked }: Pick<SettledVoucher, 'balance' | 'blocked'>,
  price: Pesos,
): Pesos {
  return blocked === 'person' ? 0 : Math.min(balance, price);
}

function whyMissing({ blocked, closedAs }: SettledVoucher): ConflictReason {
  if (closedAs === 'voided') return 'TOP_UP_UNDONE';
  if (closedAs === 'refunded') return 'VOUCHER_REFUNDED';
  return blocked === 'person' ? 'VOUCHER_BLOCKED' : 'SPENT_ELSEWHERE';
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
  pinAbove: toAmount(50_000),
  stallFloor: toAmount(100_000),
};

/** A sale that waits longer than this for its top-up needs somebody to look for the kiosk. */
export const conflictAlarmMs = 24 * 3_600_000;

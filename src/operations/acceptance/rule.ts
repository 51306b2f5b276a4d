import * as z from 'zod/mini';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { ClosedAs } from '#src/domain/voucher/voucher-validity.ts';
import { capOf, decideAcceptance, type AcceptanceFacts } from '#src/protocol/acceptance.ts';
import { type Pesos, toAmount } from '#src/protocol/brands.ts';
import { balanceField, opIdField } from '#src/protocol/fields.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import { refuse, review, wait, type Decision } from '../decision.ts';
import { clockSlackMs, doubtOf, isTimePlausible, type JournalFacts } from '../doubt.ts';
import { isBeyondCredit, purchaseIdentity } from '../purchase/rule.ts';

/**
 * The stall handed over the goods without an answer, within the rules as the device knew them. Without this
 * entry, a purchase that the server refuses was simply not made. With it, the sale happened and is settled.
 */
export const acceptancePayload = z.strictObject({
  purchaseOpId: opIdField,
  ...purchaseIdentity,
  /** Version of the market's limits that the device used. */
  limitsVersion: z.int(),
  /** Server clock of the balance list in use, ms since 1970; 0 for none. */
  snapshotAsOf: z.int(),
  /** Last known balance of this voucher; null when only its proof is known. */
  knownBalance: z.nullable(balanceField),
  /** Earlier open purchases of this voucher on this device, smallest unit shown. */
  spentHere: balanceField,
  /** Earlier open accepted sales of the device, smallest unit shown. */
  deviceOpen: balanceField,
  /** The scanned proof, "v1.…" or "v2.…"; empty without one. */
  proof: z.string().check(z.maxLength(200)),
});
export type AcceptancePayload = z.infer<typeof acceptancePayload>;

/** Why a purchase is never paid under its id. reused: it belongs to another operation. withdrawn: its stall handed over nothing. */
export type NeverPaid = 'reused' | 'withdrawn';
/** open: without an answer, or refused. */
export type PurchaseFound = 'open' | 'paid' | NeverPaid;

/** The server's records of a sale whose goods were handed over. */
export type HandedOverFacts = {
  purchase: PurchaseFound;
  /** The purchase was accepted before, or is another device's. */
  isOfAnother: boolean;
  /** Null when unknown. `isAuthor`: the stall wrote the entry. `isOfMarket`: it is of the device's market. */
  stall: { isAuthor: boolean; isOfMarket: boolean } | null;
};

/**
 * Decides whether a market owes anything for goods that its stall handed over. A paid purchase stays paid; any other
 * is settled. A market owes nothing for goods of another market's stall, or in another person's name.
 */
export function decideHandedOver({
  purchase,
  isOfAnother,
  stall,
}: HandedOverFacts): Exclude<Decision<'paid' | 'settle'>, { kind: 'review' }> {
  if (isOfAnother || purchase === 'reused' || purchase === 'withdrawn') return refuse('KEY_REUSED');
  // The stall may have registered after the restored copy was made. The goods are gone in any case.
  if (!stall) return wait('UNKNOWN_STALL');
  if (!stall.isAuthor || !stall.isOfMarket) return refuse('FORBIDDEN');
  return { kind: 'post', plan: purchase === 'paid' ? 'paid' : 'settle' };
}

/** Claims in the device's envelope. `occurredAt`: its clock with its own correction, ms since 1970. */
export type OfflinePurchaseClaim = Pick<
  AcceptancePayload,
  'price' | 'knownBalance' | 'snapshotAsOf' | 'spentHere' | 'deviceOpen' | 'limitsVersion'
> & { occurredAt: number };

/**
 * The server's own knowledge, independent of the device (docs/decisions/0013). Pesos in the smallest unit
 * shown, times in ms since 1970.
 */
export type OfflinePurchaseFacts = {
  now: number;
  /**
   * Null when the voucher's proof has no valid signature. `endsAt` is null when the voucher never expires.
   */
  proof: (NonNullable<AcceptanceFacts['proof']> & { endsAt: number | null; isForeign: boolean }) | null;
  /** The market's limits in the version that the device used; null when that version does not exist. */
  limits: OfflineLimits | null;
  /** Limits in force at `notBefore`, if newer than that version. */
  newerLimits: OfflineLimits | null;
  /**
   * The device's earlier sales of the same contact that were open when this one was recorded: of this
   * voucher, and in total.
   */
  open: { onVoucher: Pesos; onDevice: Pesos };
  /** Whether the server sent that list to this device. A restored server has forgotten lists of the time before. */
  list: 'handed' | 'before-restore' | 'unknown';
  /** The server was restored, so that it may have told this device of a voucher that it has forgotten. */
  wasRestored: boolean;
  /** The last contact in which the device had not written the sale, or its enrolment. */
  notBefore: number;
  /** The voucher's highest balance since that list; null for an unknown voucher. */
  mostSinceList: Pesos | null;
  /** Null when no person blocked the voucher. */
  personBlockedAt: number | null;
  /** Between that list and the sale, a response reported the voucher as exhausted. */
  isTold: boolean;
  /** Versions of the limits in force at that list, and at `notBefore`. */
  versionAtList: number;
  versionAtContact: number;
};

/** Shortfall of this device's sales allowed without a person's decision: of this voucher, and in total. */
export type ShortfallCaps = { voucherCap: Pesos; deviceCap: Pesos };

/**
 * Decides whether an accepted offline sale needs a person, and how much of it may stay uncovered without one.
 * The claim is checked against the device's own rules and then against the server's knowledge, so that a
 * device's claims can only make the judgement stricter. An honest device is only reviewed when an answer to
 * it was lost, or its clock was changed while it had no link. An invalid proof counts first: its voucher never pays.
 */
export function decideOfflinePurchase(
  claim: OfflinePurchaseClaim,
  facts: OfflinePurchaseFacts,
  entry: JournalFacts,
): Exclude<Decision<ShortfallCaps>, { kind: 'refuse' | 'wait' }> {
  const { proof, limits } = facts;
  const endsAt = proof?.endsAt ?? null;
  if (!proof || (endsAt !== null && endsAt <= claim.occurredAt - clockSlackMs)) return review('BAD_PROOF');
  const doubt = doubtOf(entry);
  if (doubt) return review(doubt);
  if (!limits || !isWithinRules(claim, { ...facts, proof, limits })) return review('BEYOND_LIMITS');
  const isStranger = claim.knownBalance === null && proof.isForeign;
  const untruth = untruthOf(claim, facts, isStranger);
  if (untruth) return review(untruth);
  if (!areLimitsInForce(claim, facts)) return review('BEYOND_LIMITS');
  const ofStrangers = isStranger ? (limits.foreignVoucher ?? 0) : Number.MAX_SAFE_INTEGER;
  const voucherCap = Math.min(capOf(proof, limits), ofStrangers, claim.knownBalance ?? proof.face);
  return { kind: 'post', plan: { voucherCap, deviceCap: limits.perDevice } };
}

/**
 * Applies the device's rules to the figures it signed, and to sums that it cannot have had wrong: its open
 * sales of the same contact were certainly open when this one was recorded, whatever responses were lost. The
 * clock most favourable to the device counts.
 */
function isWithinRules(
  claim: OfflinePurchaseClaim,
  { proof, limits, open }: Pick<OfflinePurchaseFacts, 'open'> & Judged,
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
type Judged = { proof: NonNullable<OfflinePurchaseFacts['proof']>; limits: OfflineLimits };

/**
 * Returns a claim that the server knows to be untrue, or null. `isStranger`: a voucher of another market that the
 * device does not know. No list shows the device what it has spent elsewhere; its market's amount for such
 * vouchers limits the loss.
 */
function untruthOf(
  { occurredAt, snapshotAsOf, knownBalance, price, spentHere }: OfflinePurchaseClaim,
  facts: OfflinePurchaseFacts,
  isStranger: boolean,
): ConflictReason | null {
  const { list, notBefore, now, personBlockedAt, mostSinceList } = facts;
  if (list === 'unknown') return 'CLAIM_UNTRUE';
  if (!isTimePlausible({ occurredAt, notBefore, now })) return 'TIME_IMPLAUSIBLE';
  if (personBlockedAt !== null && personBlockedAt <= snapshotAsOf) return 'VOUCHER_BLOCKED';
  if (facts.isTold) return 'TOLD_SPENT';
  const isForgotten = facts.wasRestored && mostSinceList === null;
  if (!isForgotten && knownBalance !== null && knownBalance > (mostSinceList ?? 0)) return 'CLAIM_UNTRUE';
  if (!isStranger && mostSinceList !== null && price + spentHere > mostSinceList) return 'CLAIM_UNTRUE';
  return null;
}

/**
 * The device's version was in force at its list or later. A switch that turns acceptance off counts from the
 * contact in which the device could learn of it.
 */
function areLimitsInForce(
  { limitsVersion }: OfflinePurchaseClaim,
  { versionAtList, versionAtContact, newerLimits }: OfflinePurchaseFacts,
): boolean {
  if (limitsVersion < versionAtList) return false;
  if (versionAtContact <= limitsVersion) return true;
  return newerLimits !== null && newerLimits.perVoucher > 0 && newerLimits.perDevice > 0;
}

/** A voucher when a sale on it is settled. `isOwn`: it belongs to the customer of the sale, across merges. */
export type SettledVoucher = {
  balance: Pesos;
  blocked: 'overspend' | 'person' | null;
  closedAs?: ClosedAs;
  isOwn: boolean;
};

export type SettlementFacts = {
  /** Null when unknown, so that its top-up may still arrive. */
  voucher: SettledVoucher | null;
  purchase: 'open' | NeverPaid;
  caps: ShortfallCaps;
  /** Remaining credit of the voucher's market with the others; null for one of its stalls. */
  creditLeft: Pesos | null;
  /**
   * Unassigned shortfalls of this device's other sales: of this voucher, and in total. For a sale that came back after
   * a restore, `onDevice` has those of the others that did, and `onVoucher` nothing.
   */
  shortfall: { onVoucher: Pesos; onDevice: Pesos };
};

/** `reason` of the shortfall; null when the voucher covers the whole price. */
export type SettlementPlan = { taken: Pesos; reason: ConflictReason | null };

/**
 * Decides an offline sale once its voucher is locked. The voucher pays its balance and the stall is paid in
 * full. A shortfall beyond the caps of its device is reviewed, and nothing is posted.
 */
export function decideSettlement(
  { price }: { price: Pesos },
  { voucher, purchase, caps, creditLeft, shortfall }: SettlementFacts,
): Exclude<Decision<SettlementPlan>, { kind: 'refuse' }> {
  if (purchase !== 'open') return review('JOURNAL_FORK');
  if (!voucher) return wait('UNKNOWN_VOUCHER');
  if (!voucher.isOwn) return review('BAD_PROOF');
  const taken = takenFrom(voucher, price);
  if (isBeyondCredit(taken, creditLeft)) return review('CLEARING_LIMIT');
  const missing = price - taken;
  if (missing === 0) return { kind: 'post', plan: { taken, reason: null } };
  return exceedsCaps(shortfall, caps, missing)
    ? review('SHORTFALL_LIMIT')
    : { kind: 'post', plan: { taken, reason: whyMissing(voucher) } };
}

function exceedsCaps(
  { onVoucher, onDevice }: SettlementFacts['shortfall'],
  { voucherCap, deviceCap }: ShortfallCaps,
  missing: Pesos,
): boolean {
  return onVoucher + missing > voucherCap || onDevice + missing > deviceCap;
}

/**
 * Returns the amount that a voucher pays for goods already handed over: its balance, unless a person has
 * blocked it.
 */
export function takenFrom(
  { balance, blocked }: Pick<SettledVoucher, 'balance' | 'blocked'>,
  price: Pesos,
): Pesos {
  return blocked === 'person' ? 0 : Math.min(balance, price);
}

function whyMissing({ blocked, closedAs }: SettledVoucher): ConflictReason {
  if (closedAs === 'voided' || closedAs === 'refunded') return 'CASH_RETURNED';
  return blocked === 'person' ? 'VOUCHER_BLOCKED' : 'SPENT_ELSEWHERE';
}

/** Default limits without a link, until a market sets its own. Smallest unit shown. */
export const defaultOfflineLimits: OfflineLimits = {
  version: 1,
  perVoucher: toAmount(50_000),
  perDevice: toAmount(300_000),
  snapshotHours: 72,
  warnHours: 4,
  kioskVoucher: toAmount(100_000),
  kioskTotal: toAmount(1_000_000),
  foreignVoucher: toAmount(0),
};

/** Time after which a sale that waits for its top-up needs a search for the kiosk. */
export const conflictAlarmMs = 24 * 3_600_000;

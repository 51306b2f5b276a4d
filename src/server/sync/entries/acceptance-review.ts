import type { Pesos } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/device.ts';
import type { AcceptancePayload, Envelope } from '#src/contract/devices/envelope.ts';
import type { ConflictReason } from '#src/contract/money/purchase.ts';
import { decideAcceptance } from '#src/domain/purchase/decide-acceptance.ts';
import { endOfProof } from '#src/domain/voucher/voucher-validity.ts';
import { marketPrefixOf, type VoucherProof } from '#src/domain/voucher/voucher-proof.ts';
import type { AcceptedSale, SaleFacts } from '#src/server/sync/ports/ports.ts';
import { clockSlackMs, doubtOf, isTimePlausible } from '#src/domain/operations/journal-doubt.ts';
import { journalFactsOf, type EntryContext, type EntryFacts } from './context.ts';

/** How much of this device's sales may be uncovered without a person's decision, smallest unit shown. */
export type ShortfallCaps = Pick<AcceptedSale, 'voucherCap' | 'deviceCap'>;
/** `reason` null: nobody has to look at it. */
export type SaleJudgement = { reason: ConflictReason | null; caps: ShortfallCaps };

const noCaps: ShortfallCaps = { voucherCap: 0, deviceCap: 0 };

type AcceptanceEnvelope = Envelope & { payload: AcceptancePayload };

/**
 * Whether a sale accepted without a link needs a person, and how much of it may be uncovered without one. The device's
 * own words are held to the device's own rules (domain/decide-acceptance.ts) and then to what the server knows: they
 * can only make the judgement stricter. A device that says the truth is set aside only for an answer that it was sent
 * and never got, and where its clock was changed while it had no link.
 */
export async function judgeSale(
  context: EntryContext,
  envelope: AcceptanceEnvelope,
  entryFacts: EntryFacts,
  proof: VoucherProof | null,
): Promise<SaleJudgement> {
  const review = (reason: ConflictReason): SaleJudgement => ({ reason, caps: noCaps });
  const { author, tx } = context;
  const doubt = doubtOf(journalFactsOf(context, envelope, entryFacts));
  if (doubt) return review(doubt);
  const { payload, seq, hash } = envelope;
  const occurredAt = Date.parse(envelope.occurredAt) + envelope.clockOffset;
  const endsAt = proof && endOfProof(proof, context.deps.voucherLife);
  if (!proof || (endsAt !== null && endsAt <= occurredAt - clockSlackMs)) return review('BAD_PROOF');
  const limits = await context.limitsOf(payload.limitsVersion);
  if (!limits) return review('BEYOND_LIMITS');
  const isStranger = payload.knownBalance === null && (await isForeign(context, proof));
  const claim = { proof, isForeign: isStranger, limits, now: occurredAt - clockSlackMs };
  if (!(await isWithinRules(context, envelope, claim))) return review('BEYOND_LIMITS');
  const facts = await tx.readSaleFacts({
    deviceId: author.id,
    marketId: author.marketId,
    seq,
    hash,
    voucherId: payload.codeQrUuid,
    asOf: payload.snapshotAsOf,
  });
  const reason =
    untruthOf(payload, facts, { occurredAt, now: context.now.getTime() }) ??
    ((await isWithinLimitsInForce(context, payload, facts)) ? null : 'BEYOND_LIMITS');
  if (reason) return review(reason);
  const perVoucher =
    proof.offlineCap === 0 ? limits.perVoucher : Math.min(limits.perVoucher, proof.offlineCap);
  const ofVoucher = isStranger ? Math.min(perVoucher, limits.foreignVoucher ?? 0) : perVoucher;
  const voucherCap = Math.min(ofVoucher, payload.knownBalance ?? proof.face);
  return { reason: null, caps: { voucherCap, deviceCap: limits.perDevice } };
}

/**
 * Whether the proof names another market than the device's, by the server's own key or its own books of the kiosk. One of version 1
 * does not say: it is judged as the device judged it.
 */
async function isForeign({ author, tx }: EntryContext, { signer }: VoucherProof): Promise<boolean> {
  if (signer.by === 'server')
    return signer.market !== undefined && signer.market !== marketPrefixOf(author.marketId);
  const market = await tx.findKioskMarket(signer.devicePrefix);
  return market !== null && market !== author.marketId;
}

type Claim = { proof: VoucherProof; isForeign: boolean; limits: OfflineLimits; now: number };

/**
 * The device's rules on the figures it signed, and on sums that it cannot have had wrong: its sales in the same contact
 * with smaller numbers, whose purchase had not been paid in an earlier contact. Each of them was certainly open when
 * this one was recorded, whatever responses were lost.
 */
async function isWithinRules(
  context: EntryContext,
  { payload, seq }: AcceptanceEnvelope,
  { proof, now, ...claim }: Claim,
): Promise<boolean> {
  const open = await context.tx.openSales(context.author.id, context.contact, seq);
  const ofVoucher = open.filter(({ voucherId }) => voucherId === payload.codeQrUuid);
  return decideAcceptance({
    price: payload.price,
    proof: { ...proof, by: proof.signer.by },
    knownBalance: payload.knownBalance,
    snapshotAsOf: payload.snapshotAsOf === 0 ? null : payload.snapshotAsOf,
    spentHere: payload.spentHere,
    acceptedOnVoucher: sumOf(ofVoucher),
    acceptedOnDevice: Math.max(payload.deviceOpen, sumOf(open)),
    ...claim,
    now,
    latestSeen: now,
  }).accept;
}

/** What of the device's words the server knows to be untrue; null: nothing. */
function untruthOf(
  payload: AcceptancePayload,
  facts: SaleFacts,
  { occurredAt, now }: { occurredAt: number; now: number },
): ConflictReason | null {
  const { snapshotAsOf, knownBalance, price, spentHere } = payload;
  if (!facts.isListHanded) return 'LIST_UNKNOWN';
  if (!isTimePlausible({ occurredAt, notBefore: facts.notBefore.getTime(), now })) return 'TIME_IMPLAUSIBLE';
  if (facts.personBlockedAt && facts.personBlockedAt.getTime() <= snapshotAsOf) return 'VOUCHER_BLOCKED';
  if (facts.isTold) return 'TOLD_SPENT';
  const { mostSinceList } = facts;
  if (knownBalance !== null && knownBalance > (mostSinceList ?? 0)) return 'BALANCE_OVERSTATED';
  if (mostSinceList !== null && price + spentHere > mostSinceList) return 'BALANCE_OVERSTATED';
  return null;
}

/**
 * The version that the device used was in force at its list or later. Switched off altogether counts from the contact in
 * which the device could learn it.
 */
async function isWithinLimitsInForce(
  context: EntryContext,
  { limitsVersion }: AcceptancePayload,
  { versionAtList, versionAtContact }: SaleFacts,
): Promise<boolean> {
  if (limitsVersion < versionAtList) return false;
  if (versionAtContact <= limitsVersion) return true;
  const newer = await context.limitsOf(versionAtContact);
  return newer !== null && newer.perVoucher > 0 && newer.perDevice > 0;
}

function sumOf(sales: readonly { price: Pesos }[]): number {
  return sales.reduce((sum, { price }) => sum + price, 0);
}

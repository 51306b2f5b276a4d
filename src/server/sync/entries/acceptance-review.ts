import type { OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { AcceptancePayload, Envelope } from '#src/contract/sync/envelope.ts';
import { limitOver, marketDayOf } from '#src/domain/limits/device-limits.ts';
import {
  decideOfflineSale,
  type OfflineSaleFacts,
  type ShortfallCaps,
} from '#src/domain/operations/offline-sale.ts';
import { marketPrefixOf, type VoucherProof } from '#src/domain/voucher/voucher-proof.ts';
import { endOfProof } from '#src/domain/voucher/voucher-validity.ts';
import { journalFactsOf, type EntryContext, type EntryFacts } from './context.ts';

const dayMs = 86_400_000;
/** Longest validity of a list. */
const longestMs = 31 * dayMs;

/** `reason` is null when no review is needed. */
export type SaleJudgement = { reason: ConflictReason | null; caps: ShortfallCaps };

type AcceptanceEnvelope = Envelope & { payload: AcceptancePayload };

/** Decides whether an offline sale needs a review, from the facts that the server knows about it. */
export async function judgeSale(
  context: EntryContext,
  envelope: AcceptanceEnvelope,
  entryFacts: EntryFacts,
  proof: VoucherProof | null,
): Promise<SaleJudgement> {
  const { payload, clockOffset } = envelope;
  const claim = { ...payload, occurredAt: Date.parse(envelope.occurredAt) + clockOffset };
  const facts = await loadSale(context, envelope, proof);
  const decision = decideOfflineSale(claim, facts, journalFactsOf(context, envelope, entryFacts));
  return decision.kind === 'post'
    ? { reason: null, caps: decision.plan }
    : { reason: decision.reason, caps: { voucherCap: 0, deviceCap: 0 } };
}

async function loadSale(
  context: EntryContext,
  { payload, seq, hash }: AcceptanceEnvelope,
  proof: VoucherProof | null,
): Promise<OfflineSaleFacts> {
  const { author, tx, contact, deps } = context;
  const { codeQrUuid: voucherId, limitsVersion, snapshotAsOf: asOf } = payload;
  const isForeign =
    proof !== null && payload.knownBalance === null && (await isFromElsewhere(context, proof));
  const open = await tx.openSales(author.id, contact, seq);
  const ofDevice = { deviceId: author.id, marketId: author.marketId, seq, hash };
  const { notBefore, personBlockedAt, ...known } = await tx.readSaleFacts({ ...ofDevice, voucherId, asOf });
  const isNewer = known.versionAtContact > limitsVersion;
  const newer = isNewer ? await context.limitsOf(known.versionAtContact) : null;
  return {
    ...known,
    now: context.now.getTime(),
    proof: proof && {
      ...proof,
      by: proof.signer.by,
      endsAt: endOfProof(proof, deps.voucherLife),
      isForeign,
    },
    limits: await limitsToldTo(context, payload, notBefore),
    newerLimits: newer,
    open: {
      onVoucher: sumOf(open.filter((sale) => sale.voucherId === voucherId)),
      onDevice: sumOf(open),
    },
    notBefore: notBefore.getTime(),
    personBlockedAt: personBlockedAt?.getTime() ?? null,
  };
}

/**
 * The market's limits by the version that the device used, with the device's own limit in all: it received that on a day between its list
 * and its last contact, or with its list, and a list may be a day older than the response before it. Returns null when there is no such version.
 */
async function limitsToldTo(
  context: EntryContext,
  { limitsVersion, estanteId, snapshotAsOf }: AcceptancePayload,
  lastContact: Date,
): Promise<OfflineLimits | null> {
  const limits = await context.limitsOf(limitsVersion);
  const stalls = limits ? await context.stallDaysOf(estanteId) : [];
  if (!limits || stalls.length === 0) return limits;
  const { now, deps } = context;
  const list = Math.min(Math.max(snapshotAsOf, now.getTime() - longestMs), now.getTime());
  const days = {
    from: marketDayOf(list - dayMs, deps.voucherLife),
    to: marketDayOf(Math.max(lastContact.getTime(), list), deps.voucherLife),
  };
  return { ...limits, perDevice: limitOver(limits, stalls, days) };
}

/**
 * Whether the proof names another market than the device's, by the server's own key or its books of the kiosk. A proof
 * of version 1 names none: it is judged as the device judged it.
 */
async function isFromElsewhere({ author, tx }: EntryContext, { signer }: VoucherProof): Promise<boolean> {
  if (signer.by === 'server')
    return signer.market !== undefined && signer.market !== marketPrefixOf(author.marketId);
  const market = await tx.findKioskMarket(signer.devicePrefix);
  return market !== null && market !== author.marketId;
}

function sumOf(sales: readonly { price: number }[]): number {
  return sales.reduce((sum, { price }) => sum + price, 0);
}

import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import { endOfProof, marketPrefixOf, type VoucherProof } from '#src/protocol/voucher-proof.ts';
import { journalFactsOf, type EntryContext, type EntryFacts } from '#src/server/journal/entry-context.ts';
import type { PurchaseFacts } from '#src/server/journal/ports/rows.ts';
import type { Envelope } from '../envelopes.ts';
import {
  decideOfflinePurchase,
  type AcceptancePayload,
  type OfflinePurchaseFacts,
  type ShortfallCaps,
} from './rule.ts';

/** `reason` is null when no review is needed. */
export type PurchaseJudgement = { reason: ConflictReason | null; caps: ShortfallCaps };

type AcceptanceEnvelope = Envelope & { payload: AcceptancePayload };

/** Decides whether an offline sale needs a review, from the facts that the server knows about it. */
export async function judgePurchase(
  context: EntryContext,
  envelope: AcceptanceEnvelope,
  entryFacts: EntryFacts,
  proof: VoucherProof | null,
): Promise<PurchaseJudgement> {
  const { payload, clockOffset } = envelope;
  const { listAt: snapshotAsOf, ...facts } = await loadPurchase(context, envelope, proof);
  const claim = { ...payload, snapshotAsOf, occurredAt: Date.parse(envelope.occurredAt) + clockOffset };
  const decision = decideOfflinePurchase(claim, facts, journalFactsOf(context, envelope, entryFacts));
  return decision.kind === 'post'
    ? { reason: null, caps: decision.plan }
    : { reason: decision.reason, caps: { voucherCap: 0, deviceCap: 0 } };
}

async function loadPurchase(
  context: EntryContext,
  { payload, seq, hash }: AcceptanceEnvelope,
  proof: VoucherProof | null,
): Promise<OfflinePurchaseFacts & Pick<PurchaseFacts, 'listAt'>> {
  const { author, tx, contact, deps } = context;
  const { codeQrUuid: voucherId, limitsVersion, snapshotAsOf: asOf } = payload;
  const isForeign =
    proof !== null && payload.knownBalance === null && (await isFromElsewhere(context, proof));
  const open = await tx.openPurchases(author.id, contact, seq);
  const ofDevice = { deviceId: author.id, marketId: author.marketId, seq, hash };
  const { isListHanded, notBefore, personBlockedAt, versionBeforeRestore, ...known } =
    await tx.readPurchaseFacts({
      ...ofDevice,
      voucherId,
      asOf,
    });
  const isNewer = known.versionAtContact > limitsVersion;
  return {
    ...known,
    list: versionBeforeRestore !== null ? 'before-restore' : isListHanded ? 'handed' : 'unknown',
    now: context.now.getTime(),
    proof: proof && {
      ...proof,
      by: proof.signer.by,
      endsAt: endOfProof(proof, deps.voucherLife),
      isForeign,
    },
    limits:
      (await context.limitsOf(limitsVersion)) ??
      (versionBeforeRestore === null ? null : await context.limitsOf(versionBeforeRestore)),
    newerLimits: isNewer ? await context.limitsOf(known.versionAtContact) : null,
    open: {
      onVoucher: sumOf(open.filter((purchase) => purchase.voucherId === voucherId)),
      onDevice: sumOf(open),
    },
    notBefore: notBefore.getTime(),
    personBlockedAt: personBlockedAt?.getTime() ?? null,
  };
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

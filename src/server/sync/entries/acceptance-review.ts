import type { AcceptancePayload, Envelope } from '#src/contract/devices/envelope.ts';
import type { ConflictReason } from '#src/contract/devices/settlement.ts';
import { decideAcceptance } from '#src/domain/purchase/decide-acceptance.ts';
import type { VoucherProof } from '#src/domain/voucher/voucher-proof.ts';
import type { EntryContext, EntryFacts } from './context.ts';

/** Seconds pass between the decision and its envelope, and clocks are corrected to about a second. */
const slackMs = 5 * 60_000;

/**
 * Why a sale accepted without a link needs a person; null: it was within the rules. The rules are the device's own
 * (domain/decide-acceptance.ts) on the figures it signed, and on sums that it cannot have had wrong: the sales of this
 * device in the same contact with smaller numbers, whose purchase had not been paid in an earlier contact. Each of them
 * was certainly open when this one was recorded, whatever responses were lost, so an honest device, which counts at
 * least these, is never set aside. What it counted beyond them it signed itself.
 */
export async function reviewReason(
  context: EntryContext,
  envelope: Envelope & { payload: AcceptancePayload },
  { isFork, operator }: EntryFacts,
  proof: VoucherProof | null,
): Promise<ConflictReason | null> {
  if (context.author.revokedAt) return 'DEVICE_REVOKED';
  if (!operator?.isActive) return 'OPERATOR_INACTIVE';
  if (isFork) return 'JOURNAL_FORK';
  const { payload } = envelope;
  const now = Date.parse(envelope.occurredAt) + envelope.clockOffset - slackMs;
  if (!proof || (proof.expiresAt !== null && proof.expiresAt <= now)) return 'BAD_PROOF';
  const limits = await context.limitsOf(payload.limitsVersion);
  if (!limits) return 'BEYOND_LIMITS';
  const open = await context.tx.openSales(context.author.id, context.contact, envelope.seq);
  const ofVoucher = open.filter(({ voucherId }) => voucherId === payload.codeQrUuid);
  const decision = decideAcceptance({
    price: payload.price,
    proof: { ...proof, by: proof.signer.by },
    knownBalance: payload.knownBalance,
    snapshotAsOf: payload.snapshotAsOf === 0 ? null : payload.snapshotAsOf,
    spentHere: payload.spentHere,
    acceptedOnVoucher: sumOf(ofVoucher),
    acceptedOnDevice: Math.max(payload.deviceOpen, sumOf(open)),
    limits,
    now,
    latestSeen: now,
  });
  return decision.accept ? null : 'BEYOND_LIMITS';
}

function sumOf(sales: readonly { price: number }[]): number {
  return sales.reduce((sum, { price }) => sum + price, 0);
}

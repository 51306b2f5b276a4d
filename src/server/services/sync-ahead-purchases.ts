import type { PurchaseReceipt } from '#src/contract/purchase.ts';
import type { StoredAnswer } from '#src/server/replay/stored-answer.ts';
import { NotAhead, type Ahead } from './sync-ahead.ts';
import type { ReceiptsAhead } from './sync-ahead-receipts.ts';
import type { SyncTransaction } from './sync-ports.ts';
import type { ReadyEntry } from './sync-prepare.ts';
import { purchaseOf, type PurchaseEnvelope } from './sync-purchase.ts';

/**
 * Purchases that stand alone on their vouchers among these entries are placed by one statement, before it is their turn:
 * nothing between could change what comes of them. One that nobody asks for in the end was not to be placed, and takes
 * everything back.
 */
export async function purchasesAhead(
  plain: SyncTransaction,
  receipts: ReceiptsAhead,
  entries: readonly ReadyEntry[],
  { now, withdrawn }: { now: Date; withdrawn: ReadonlyMap<string, ReadonlySet<string>> },
): Promise<Ahead<'placePurchase'>> {
  const alone = [];
  for (const envelope of standingAlone(entries)) {
    const isWithdrawn = withdrawn.get(envelope.deviceId)?.has(envelope.opId) ?? false;
    const waits = envelope.after !== undefined;
    if (!isWithdrawn && !waits && !(await receipts.port.readReceipt(envelope.opId)))
      alone.push(purchaseOf(envelope));
  }
  const placed =
    alone.length > 1
      ? await plain.placePurchases(alone, now)
      : new Map<string, StoredAnswer<PurchaseReceipt>>();
  return {
    port: {
      placePurchase: async (entry, at) => {
        const answer = placed.get(entry.op);
        if (!answer) return receipts.port.placePurchase(entry, at);
        placed.delete(entry.op);
        return receipts.heard(entry, answer);
      },
    },
    flush: async () => {
      if (placed.size > 0)
        throw new NotAhead(`${placed.size} purchases were placed before their turn for nothing`);
    },
  };
}

/** Purchases whose voucher nothing else here names, but the acceptance that follows. Registrations and top-ups: none do. */
function standingAlone(entries: readonly ReadyEntry[]): PurchaseEnvelope[] {
  const uses = new Map<string, number>();
  const purchases = new Map<string, PurchaseEnvelope>();
  for (const { envelope } of entries) {
    if (envelope.kind === 'customer' || envelope.kind === 'top-up') return [];
    const { codeQrUuid } = envelope.payload;
    const own = envelope.kind === 'acceptance' ? purchases.get(envelope.payload.purchaseOpId) : undefined;
    if (own?.payload.codeQrUuid !== codeQrUuid) uses.set(codeQrUuid, (uses.get(codeQrUuid) ?? 0) + 1);
    if (envelope.kind === 'purchase') purchases.set(envelope.opId, envelope);
  }
  return [...purchases.values()].filter(({ payload }) => uses.get(payload.codeQrUuid) === 1);
}

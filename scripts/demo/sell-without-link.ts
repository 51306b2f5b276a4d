import { randomUUID } from 'node:crypto';
import { settleAccepted } from '#src/operations/acceptance/post.ts';
import { purchaseHash } from '#src/operations/purchase/post.ts';
import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { toAmount, toOpId, type MarketId, type OpId, type VoucherId } from '#src/protocol/brands.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import type { Database } from '#src/server/store/database.ts';
import { settlementOverSql } from '#src/server/sync-over-sql.ts';

type TabletDeps = { database: Database; now: () => Date };

/** Enrols a tablet whose key signs nothing. Returns its id. */
export async function enrolTablet(
  { database, now }: TabletDeps,
  marketId: MarketId | null,
  name: string,
): Promise<string> {
  const id = randomUUID();
  await database.query({
    text: `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq,
        head_hash, gaps, last_seen_at)
      values ($1, $2, $3, $4, '', $5, 0, '', 0, '', '[]', $5)`,
    values: [id, id.replaceAll('-', '').slice(0, 16), marketId, name, now()],
  });
  return id;
}

export type PurchaseWithoutLink = {
  deviceId: string;
  /** Its number in the tablet's journal. */
  seq: number;
  stallId: string;
  marketId: MarketId;
  customerId: string;
  voucherId: VoucherId;
  /** More than the voucher has left. */
  price: number;
};

/**
 * Settles a sale that a tablet accepted without a link on a voucher that was spent elsewhere meanwhile: the stall is
 * paid in full, the voucher blocked, and the shortfall is a line for the market. Returns the acceptance's operation id.
 */
export async function settleWithoutLink(
  { database, now }: TabletDeps,
  { price: pesos, ...sale }: PurchaseWithoutLink,
): Promise<OpId> {
  const settlement = settlementOverSql({ database, now, onFailure: fail });
  const price = toAmount(pesos);
  const body = { userId: sale.customerId, estanteId: sale.stallId, codeQrUuid: sale.voucherId, price };
  const accepted = {
    ...sale,
    opId: toOpId(randomUUID()),
    purchaseOpId: toOpId(randomUUID()),
    contact: 1,
    price,
    occurredAt: now(),
    recordedAt: now(),
    isPaidBefore: false,
    voucherCap: price,
    deviceCap: Number.MAX_SAFE_INTEGER,
  };
  // The journal brings the purchase first: the balance is too small for it.
  const purchases = createPurchaseQueue(database, now);
  const purchase = await recordPurchase({ purchases }, body, sale.stallId, accepted.purchaseOpId);
  if (purchase.kind !== 'refused') throw new Error('a sale without a link was paid as an ordinary one');
  const settled = await settlement.store.inTransaction(async (tx) => {
    await tx.insertAcceptance(accepted);
    return settleAccepted(settlement, tx, { ...accepted, bodyHash: purchaseHash(body) }, null, now());
  });
  if ('state' in settled) throw new Error(`a sale without a link was not settled: ${settled.reason}`);
  return accepted.opId;
}

function fail(error: unknown): never {
  throw error;
}

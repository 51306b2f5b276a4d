import { correctedNow, latestSeenBy } from '#src/client/local/device/device-clock.ts';
import { readLimits } from '#src/client/local/device/server-config.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OpId, Pesos, VoucherId } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';
import type { BalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import type { AcceptanceFacts } from '#src/domain/operations/offline-sale.ts';
import { marketPrefixOf, type VoucherProof } from '#src/domain/voucher/voucher-proof.ts';
import { sumPurchases } from './exposure.ts';
import { readKnownBalance } from './known-balance.ts';
import { sumNotTakenBack } from './not-taken-back.ts';

/** A sale as the rules see it. `except`: its own operation, which is not counted against it; null: it has none yet. */
export type OfflineSale = {
  voucherId: VoucherId;
  price: Pesos;
  proof: VoucherProof | null;
  /** the market that its proof names (domain/voucher/voucher-proof.ts); null: none */
  issuedIn: string | null;
  list: BalanceList | null;
  except: OpId | null;
};

/** The same facts when other codes of the sale give so much without a link: the device's limit is for all of them. */
export function besideOthers<Facts extends AcceptanceFacts | null>(facts: Facts, others: Pesos): Facts {
  return facts && { ...facts, acceptedOnDevice: facts.acceptedOnDevice + others };
}

/** The tables that `readAcceptanceFacts` reads; a deciding transaction covers them all. */
export function tablesToDecide(db: MoneyDb) {
  return [db.device, db.held, db.exposures, db.balances, db.enrolment, db.sealed, db.fates, db.envelopes];
}

/**
 * What this device knows about a sale, read inside the caller's transaction, so that two tabs never spend the same room
 * twice. null: the market's limits were never received, so nothing may be decided here.
 */
export async function readAcceptanceFacts(
  db: MoneyDb,
  sale: OfflineSale,
  now: number,
): Promise<AcceptanceFacts | null> {
  const limits = await readLimits(db);
  if (!limits) return null;
  const device = await db.device.get('self');
  const known = await readKnownBalance(db, sale.list, sale.voucherId);
  const { proof, price } = sale;
  const sums = await sumPurchases(db, sale.voucherId, sale.except);
  return {
    price,
    proof: proof && {
      face: proof.face,
      offlineCap: proof.offlineCap,
      issuedAt: proof.issuedAt,
      by: proof.signer.by,
    },
    knownBalance: known?.balance ?? null,
    isForeign: isOfAnother(sale.issuedIn, limits),
    snapshotAsOf: sale.list?.asOf ?? null,
    ...sums,
    spentHere: sums.spentHere + (await sumNotTakenBack(db, sale.voucherId, known)),
    limits,
    now: correctedNow(device, now),
    latestSeen: latestSeenBy(device),
  };
}

/** A device that its server has not told its market yet goes on as before: the server judges the sale as well. */
function isOfAnother(issuedIn: string | null, { marketId }: OfflineLimits): boolean {
  return issuedIn !== null && marketId !== undefined && issuedIn !== marketPrefixOf(marketId);
}

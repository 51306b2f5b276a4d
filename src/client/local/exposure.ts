import type { MoneyDb } from './money-db.ts';
import { isFinal } from './operation.ts';
import type { Exposure } from './rows.ts';

/** Sums in the smallest unit shown, without the operation `except` itself. Call inside the deciding transaction. */
export async function sumPurchases(
  db: MoneyDb,
  voucherId: string,
  except: string,
): Promise<{ spentHere: number; acceptedOnVoucher: number; acceptedOnDevice: number }> {
  const purchases = (await db.exposures.where('kind').equals('purchase').toArray()).filter(
    ({ opId }) => opId !== except,
  );
  const onVoucher = purchases.filter((exposure) => exposure.voucherId === voucherId);
  return {
    spentHere: sumOf(onVoucher),
    acceptedOnVoucher: sumOf(onVoucher.filter(({ accepted }) => accepted)),
    acceptedOnDevice: sumOf(purchases.filter(({ accepted }) => accepted)),
  };
}

/** Top-ups handed out without a link that the server does not know yet, without `except`. */
export async function sumIssued(db: MoneyDb, except: string): Promise<number> {
  const topUps = await db.exposures.where('kind').equals('top-up').toArray();
  return sumOf(topUps.filter(({ opId, accepted }) => accepted && opId !== except));
}

/**
 * Takes the exposure of a settled operation away; call in the transaction that settled it, after its fate was written.
 * Goods that went out for a purchase that was refused stay exposed until their acceptance is settled.
 */
export async function releaseExposure(db: MoneyDb, opId: string): Promise<void> {
  const fate = await db.fates.get(opId);
  if (!fate) return;
  const handedOver = fate.offline?.kind === 'accepted' ? await db.fates.get(fate.offline.opId) : undefined;
  const isSettled = isFinal(fate) && (fate.state !== 'refused' || !handedOver || isFinal(handedOver));
  const isSettledOtherwise =
    handedOver !== undefined && isFinal(handedOver) && handedOver.state !== 'refused';
  if (isSettled || isSettledOtherwise) await db.exposures.delete(opId);
}

function sumOf(exposures: readonly Exposure[]): number {
  return exposures.reduce((sum, { amount }) => sum + amount, 0);
}

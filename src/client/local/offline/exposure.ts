import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { type OperationStatus, isFinal } from '#src/client/local/db/operation.ts';
import type { Exposure } from '#src/client/local/db/rows.ts';
import type { Exposes } from '#src/operations/exposure.ts';
import type { OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';

/**
 * Sums in the smallest unit shown, excluding the operation `except`. Call inside the deciding transaction.
 */
export async function sumPurchases(
  db: MoneyDb,
  voucherId: VoucherId,
  except: OpId | null,
): Promise<{ spentHere: Pesos; acceptedOnVoucher: Pesos; acceptedOnDevice: Pesos }> {
  const purchases = (
    await db.exposures
      .where('kind')
      .equals('spent' satisfies Exposes)
      .toArray()
  ).filter(({ opId }) => opId !== except);
  const onVoucher = purchases.filter((exposure) => exposure.voucherId === voucherId);
  return {
    spentHere: sumOf(onVoucher),
    acceptedOnVoucher: sumOf(onVoucher.filter(({ accepted }) => accepted)),
    acceptedOnDevice: sumOf(purchases.filter(({ accepted }) => accepted)),
  };
}

/** Sums top-ups issued offline that the server does not know yet, excluding `except`. */
export async function sumIssued(db: MoneyDb, except: OpId | null): Promise<number> {
  const topUps = await db.exposures
    .where('kind')
    .equals('issued' satisfies Exposes)
    .toArray();
  return sumOf(topUps.filter(({ opId, accepted }) => accepted && opId !== except));
}

/**
 * Deletes the exposures of settled operations. Call in the transaction that settled them, after their
 * statuses are written. Goods handed over for a refused purchase stay exposed until their acceptance is
 * settled.
 */
export async function releaseExposures(db: MoneyDb, opIds: readonly OpId[]): Promise<void> {
  const statuses = (await db.statuses.bulkGet([...new Set(opIds)])).flatMap((status) => status ?? []);
  const acceptances = await db.statuses.bulkGet(statuses.flatMap((status) => acceptanceOf(status) ?? []));
  const handedOver = new Map(acceptances.flatMap((status) => (status ? [[status.opId, status]] : [])));
  const settled = statuses.filter((status) => {
    const opId = acceptanceOf(status);
    return isReleased(status, opId && handedOver.get(opId));
  });
  if (settled.length > 0) await db.exposures.bulkDelete(settled.map(({ opId }) => opId));
}

function acceptanceOf({ offline }: OperationStatus): OpId | undefined {
  return offline?.kind === 'accepted' ? offline.opId : undefined;
}

function isReleased(status: OperationStatus, handedOver: OperationStatus | undefined): boolean {
  const isSettled = isFinal(status) && (status.state !== 'refused' || !handedOver || isFinal(handedOver));
  return isSettled || (handedOver !== undefined && isFinal(handedOver) && handedOver.state !== 'refused');
}

function sumOf(exposures: readonly Exposure[]): number {
  return exposures.reduce((sum, { amount }) => sum + amount, 0);
}

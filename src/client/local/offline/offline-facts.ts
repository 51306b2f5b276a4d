import { getMany } from '#src/client/local/db/get-many.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnvelope } from '#src/client/local/db/operation.ts';
import type { KnownBalance, SealedRow } from '#src/client/local/db/rows.ts';
import { correctedNow } from '#src/client/local/device/device-clock.ts';
import { readEpoch, readLimits } from '#src/client/local/device/server-config.ts';
import { aboutWhich, moneyOf } from '#src/operations/exposure.ts';
import type { AcceptanceFacts } from '#src/protocol/acceptance.ts';
import type { BalanceList } from '#src/protocol/balance-list.ts';
import type { OpId, Pesos, VoucherId } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';
import { marketPrefixOf, type VoucherProof } from '#src/protocol/voucher-proof.ts';
import { sumPurchases } from './exposure.ts';
import { readKnownBalance } from './known-balance.ts';

/**
 * A sale as the rules need it. `except`: its own operation, which is not counted against it; null while it
 * has none.
 */
export type OfflinePurchase = {
  voucherId: VoucherId;
  price: Pesos;
  proof: VoucherProof | null;
  /** Market that its proof names (protocol/voucher-proof.ts), or null. */
  issuedIn: string | null;
  list: BalanceList | null;
  except: OpId | null;
};

/** Tables that `readAcceptanceFacts` reads. A deciding transaction covers them all. */
export function tablesToDecide(db: MoneyDb) {
  const { device, serverConfig, exposures, balances, enrolment, sealed, statuses, envelopes } = db;
  return [device, serverConfig, exposures, balances, enrolment, sealed, statuses, envelopes];
}

/**
 * Returns what this device knows about a sale, read inside the caller's transaction, so that two tabs never
 * use the same allowance twice. Returns null when the market's limits were never received, so that nothing
 * may be decided.
 */
export async function readAcceptanceFacts(
  db: MoneyDb,
  purchase: OfflinePurchase,
  now: number,
): Promise<AcceptanceFacts | null> {
  const limits = await readLimits(db);
  if (!limits) return null;
  const device = await db.device.get('self');
  const known = await readKnownBalance(db, purchase.list, purchase.voucherId);
  const { proof, price } = purchase;
  const sums = await sumPurchases(db, purchase.voucherId, purchase.except);
  return {
    price,
    proof: proof && {
      face: proof.face,
      offlineCap: proof.offlineCap,
      issuedAt: proof.issuedAt,
      by: proof.signer.by,
    },
    knownBalance: known?.balance ?? null,
    isForeign: isOfAnother(purchase.issuedIn, limits),
    snapshotAsOf: purchase.list?.asOf ?? null,
    ...sums,
    spentHere: sums.spentHere + (await sumNotTakenBack(db, purchase.voucherId, known)),
    limits,
    now: correctedNow(device, now),
    latestSeen: device?.latestSeen ?? 0,
  };
}

/**
 * A device whose server has not sent it its market yet continues as before, because the server judges the
 * sale as well.
 */
function isOfAnother(issuedIn: string | null, { marketId }: OfflineLimits): boolean {
  return issuedIn !== null && marketId !== undefined && issuedIn !== marketPrefixOf(marketId);
}

type Known = Pick<KnownBalance, 'epoch' | 'position'> | null;

/**
 * Returns amounts of this device's sealed sales that the balance `known` does not contain: the server was
 * restored to an older copy and has not recorded them again yet. They count as open. Smallest unit shown.
 * Read inside the deciding transaction.
 */
async function sumNotTakenBack(db: MoneyDb, voucherId: VoucherId, known: Known): Promise<Pesos> {
  const lost = (await lostPurchases(db, known)).filter((row) => !isIn(known, row));
  if (lost.length === 0) return 0;
  const ids = lost.map(({ opId }) => opId);
  const [stored, statuses] = await Promise.all([getMany(db.envelopes, ids), getMany(db.statuses, ids)]);
  // An offline sale is sealed twice, as a purchase and as its acceptance.
  const taken = new Map<OpId, Pesos>();
  for (const [index, row] of stored.entries()) {
    const envelope = row && readEnvelope(row);
    // A withdrawal takes nothing.
    if (!envelope || envelope.kind === 'withdrawal') continue;
    const money = moneyOf(envelope);
    if (money?.kind !== 'spent' || money.voucherId !== voucherId) continue;
    if (statuses[index]?.offline?.kind === 'withdrawn') continue;
    taken.set(aboutWhich(envelope) ?? envelope.opId, money.amount);
  }
  return [...taken.values()].reduce((sum, price) => sum + price, 0);
}

/** Returns paid operations that the database may have lost since they were sealed. */
async function lostPurchases(db: MoneyDb, known: Known): Promise<SealedRow[]> {
  const rows = [...(await namedMissing(db)), ...(await sealedAfter(db, known))];
  const paid = rows.filter(({ state }) => state !== 'refused');
  return [...new Map(paid.map((row) => [row.opId, row])).values()];
}

/**
 * Returns receipts sealed in an earlier epoch whose numbers the current database lacks or has still to be
 * shown.
 */
async function namedMissing(db: MoneyDb): Promise<SealedRow[]> {
  const [enrolment, epoch] = await Promise.all([db.enrolment.get('self'), readEpoch(db)]);
  if (!enrolment) return [];
  const { ackSeq, missing, toShow } = enrolment;
  const [above, named] = await Promise.all([
    db.statuses.where('seq').above(ackSeq).primaryKeys(),
    db.statuses
      .where('seq')
      .anyOf([...missing, ...toShow])
      .primaryKeys(),
  ]);
  const rows = await getMany(db.sealed, [...above, ...named]);
  return rows.flatMap((row) => (row && row.epoch < epoch ? [row] : []));
}

/**
 * Returns receipts sealed beyond what `known` contains. A balance from an epoch in which this device has had
 * no contact may lack all earlier ones. A balance of the same epoch and an earlier position was read from an
 * older copy.
 */
async function sealedAfter(db: MoneyDb, known: Known): Promise<SealedRow[]> {
  if (known?.epoch === undefined || known.position === undefined) return [];
  const { epoch, position } = known;
  const order = db.sealed.where('[epoch+position]');
  const later = await order.between([epoch, position], [epoch, Infinity], false, false).toArray();
  if (epoch <= (await readEpoch(db))) return later;
  return [...later, ...(await db.sealed.where('[epoch+position]').below([epoch, 0]).toArray())];
}

function isIn(known: Known, { epoch, position }: SealedRow): boolean {
  return known?.epoch === epoch && known.position !== undefined && known.position >= position;
}

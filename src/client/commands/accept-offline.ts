import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import {
  type OfflineRefusal,
  openStates,
  type OfflineStatus,
  type OperationStatus,
} from '#src/client/local/db/operation.ts';
import { transactPatiently } from '#src/client/local/db/reopen-lost-handle.ts';
import { correctedNow } from '#src/client/local/device/device-clock.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet } from '#src/client/local/device/server-config.ts';
import {
  besideOthers,
  readAcceptanceFacts,
  tablesToDecide,
} from '#src/client/local/offline/offline-facts.ts';
import { updateStatusIn } from '#src/client/local/outbox/outbox.ts';
import { readOperation, readShareIds } from '#src/client/local/outbox/read-outbox.ts';
import { tablesToWrite, writeOperation } from '#src/client/local/outbox/write-operation.ts';
import { toAmount, type OpId, type Pesos, type VoucherId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import { type AcceptanceFacts, decideAcceptance } from '#src/domain/operations/offline-sale.ts';
import type { BalanceList } from '#src/domain/voucher/balance-snapshot.ts';
import { type VerifiedVoucher, verifyVoucher } from '#src/domain/voucher/verify-voucher.ts';
import { decideAndCopy } from './copy-decided.ts';
import type { CommandPorts } from './ports.ts';

/**
 * `settled`: an answer arrived meanwhile, so there is nothing to decide. `most`: amount that the rules allow,
 * smallest unit shown.
 */
type AcceptanceResult =
  | { kind: 'accepted'; opId: OpId }
  | { kind: 'refused'; reason: OfflineRefusal; most: Pesos }
  | { kind: 'settled' };

/** A decision that takes longer was interrupted, usually by sleep, ms. */
const interruptedMs = 30_000;

/**
 * Checks a voucher's proof with the keys stored here. `NOT_ENROLLED` when this device may not decide at all.
 */
export async function checkProof(
  { db, crypto }: Pick<CommandPorts, 'db' | 'crypto'>,
  text: string,
  ids: { voucherId: VoucherId; ownerId: string },
  now: number,
): Promise<VerifiedVoucher | { ok: false; fault: 'NOT_ENROLLED' | 'NO_PROOF' }> {
  const enrolment = await readEnrolment(db);
  const keys = await readKeySet(db);
  if (enrolment?.state !== 'active' || !keys) return { ok: false, fault: 'NOT_ENROLLED' };
  if (text === '') return { ok: false, fault: 'NO_PROOF' };
  const corrected = correctedNow(await db.device.get('self'), now);
  return verifyVoucher(text, ids, keys, corrected, crypto.verify);
}

/**
 * Accepts a purchase without an answer, or all shares of a sale at once, if the rules allow it. One
 * transaction checks that it is still open, adds up the device's open operations, and writes the acceptances.
 * Only when it is complete may the goods be handed over. A crash before it leaves a sale that was not
 * accepted; after it, one that was. A sale against the rules is withdrawn in the same transaction: no goods
 * are handed over, so nothing may be paid later. The proofs are checked before, because awaiting WebCrypto
 * would end the transaction. Proof, list and clock are judged at the one moment written into the envelopes;
 * if the tablet slept since then, everything is checked again.
 */
export function acceptOffline(ports: CommandPorts, purchaseOpId: OpId): Promise<AcceptanceResult> {
  return decideAndCopy(ports, purchaseOpId, () => acceptAwake(ports, purchaseOpId));
}

async function acceptAwake(ports: CommandPorts, purchaseOpId: OpId): Promise<AcceptanceResult> {
  const result = await acceptAt(ports, purchaseOpId, ports.clock.now());
  return result ?? acceptAwake(ports, purchaseOpId);
}

type Checked = Awaited<ReturnType<typeof checkProof>>;

/** Returns null when `now` is past, in which case nothing was written. */
async function acceptAt(
  ports: CommandPorts,
  purchaseOpId: OpId,
  now: number,
): Promise<AcceptanceResult | null> {
  const { db } = ports;
  const sales = await readSales(db, purchaseOpId);
  if (!sales) return { kind: 'settled' };
  const checked: Checked[] = [];
  for (const { envelope, proof } of sales) {
    const { codeQrUuid: voucherId, userId: ownerId } = envelope.payload;
    checked.push(await checkProof(ports, proof, { voucherId, ownerId }, now));
  }
  const list = await ports.cache.readList();
  const tables = [...tablesToWrite(db), ...tablesToDecide(db), db.enrolment];
  return transactPatiently(db, 'rw', tables, async (inside) => {
    const open = await openSales(inside, sales);
    // Checked inside the transaction, which may have waited for another tab's while the tablet slept.
    if (Math.abs(ports.clock.now() - now) > interruptedMs) return null;
    const own = await inside.fates.get(purchaseOpId);
    if (own?.offline?.kind === 'accepted') return { kind: 'accepted', opId: own.offline.opId };
    if (!open || own?.offline?.kind === 'withdrawn') return { kind: 'settled' };
    const isActive = (await inside.enrolment.get('self'))?.state === 'active';
    const judged = isActive
      ? await judgeSales(inside, { sales, checked, list }, now)
      : { refusal: 'NOT_ENROLLED' as const, most: 0 };
    if ('facts' in judged) {
      const ids = new Map(sales.map(({ envelope }) => [envelope.opId, ports.ids.next()]));
      for (const [n, { sale, status }] of open.entries()) {
        const [opId, facts] = [ids.get(sale.envelope.opId), judged.facts[n]];
        if (opId && facts) await writeAcceptance(inside, sale, status, { opId, now, facts });
      }
      const opId = ids.get(purchaseOpId);
      return opId ? { kind: 'accepted', opId } : { kind: 'settled' };
    }
    const { refusal: reason, most } = judged;
    for (const { sale, status } of open)
      // An operator who may not sign for this device cannot withdraw either: the sale stays open.
      if (!isActive)
        await updateStatusIn(inside, status.opId, { offline: { kind: 'refused', reason, most } });
      else await writeWithdrawal(inside, sale, status, { opId: ports.ids.next(), reason, most }, now);
    return { kind: 'refused', reason, most };
  });
}

type Judged = { facts: readonly AcceptanceFacts[] } | { refusal: OfflineRefusal; most: Pesos };

/**
 * Judges each share by its own proof and limit, and all of them by the device's. `most`: amount that these
 * vouchers would pay of their shares.
 */
async function judgeSales(
  db: MoneyDb,
  { sales, checked, list }: { sales: readonly Sale[]; checked: readonly Checked[]; list: BalanceList | null },
  now: number,
): Promise<Judged> {
  const all: AcceptanceFacts[] = [];
  let refusal: OfflineRefusal | null = null;
  let most = 0;
  for (const [n, { envelope }] of sales.entries()) {
    const { codeQrUuid: voucherId, price } = envelope.payload;
    const check = checked[n];
    const fault = !check || check.ok || check.fault === 'NO_PROOF' ? null : check.fault;
    const { proof = null, issuedIn = null } = check?.ok ? check : {};
    const sale = { voucherId, price, proof, issuedIn, list, except: envelope.opId };
    const facts = fault ? null : besideOthers(await readAcceptanceFacts(db, sale, now), most);
    const decision = facts && decideAcceptance(facts);
    if (facts) all.push(facts);
    if (!decision) refusal ??= fault ?? 'NOT_ENROLLED';
    else if (!decision.accept) refusal ??= decision.reason;
    most += decision === null ? 0 : decision.accept ? price : decision.most;
  }
  return refusal === null ? { facts: all } : { refusal, most };
}

/** A stall's sale as in the journal, with its notes. */
type Sale = { envelope: PurchaseEnvelope; userName: string; estanteName: string; proof: string };
type PurchaseEnvelope = Extract<Envelope, { kind: 'purchase' }>;
type OpenSale = { sale: Sale; status: OperationStatus };

/**
 * Returns the shares in the order of scanning. Null when one is missing, unreadable by this version, or not a
 * stall's.
 */
async function readSales(db: MoneyDb, purchaseOpId: OpId): Promise<Sale[] | null> {
  const sales: Sale[] = [];
  for (const opId of await readShareIds(db, purchaseOpId)) {
    const operation = await readOperation(db, opId);
    if (operation?.envelope?.kind !== 'purchase' || operation.envelope.payload.by !== 'stall') return null;
    sales.push({
      userName: '',
      estanteName: '',
      proof: '',
      ...operation.label,
      envelope: operation.envelope,
    });
  }
  return sales;
}

/** Returns null when a share, and with it the sale, is settled. */
async function openSales(db: MoneyDb, sales: readonly Sale[]): Promise<OpenSale[] | null> {
  const open: OpenSale[] = [];
  for (const sale of sales) {
    const status = await db.fates.get(sale.envelope.opId);
    if (!status || !openStates.some((state) => state === status.state)) return null;
    open.push({ sale, status });
  }
  return open;
}

type Written = { opId: OpId; now: number; facts: AcceptanceFacts };

/**
 * All writes are requested at once: a sale without its acceptance would be decided again under another id.
 */
async function writeAcceptance(
  db: MoneyDb,
  { envelope, userName, estanteName, proof }: Sale,
  status: OperationStatus,
  { opId, now, facts }: Written,
): Promise<void> {
  const { userId, estanteId, codeQrUuid, price } = envelope.payload;
  const purchaseOpId = envelope.opId;
  const acceptance = {
    opId,
    operatorId: envelope.operatorId,
    occurredAt: new Date(now),
    label: { userName, estanteName },
    kind: 'acceptance' as const,
    payload: {
      purchaseOpId,
      userId,
      estanteId,
      codeQrUuid,
      price,
      limitsVersion: facts.limits.version,
      snapshotAsOf: facts.snapshotAsOf ?? 0,
      knownBalance: facts.knownBalance === null ? null : toAmount(facts.knownBalance),
      spentHere: toAmount(facts.spentHere),
      deviceOpen: toAmount(facts.acceptedOnDevice),
      proof,
    },
  };
  const exposure = await db.exposures.get(purchaseOpId);
  // The device has an id, because it is enrolled.
  await writeOperation(db, acceptance, '', () => [
    db.fates.put({ ...status, offline: { kind: 'accepted', opId } }),
    ...(exposure ? [db.exposures.put({ ...exposure, accepted: true })] : []),
  ]);
}

type Withdrawn = Extract<OfflineStatus, { kind: 'withdrawn' }>;

/**
 * Withdraws a purchase whose goods are not handed over, inside the caller's transaction. From then on it is
 * not paid here, whatever the server has done: it never makes the purchase, or voids it.
 */
async function writeWithdrawal(
  db: MoneyDb,
  { envelope, userName, estanteName }: Sale,
  status: OperationStatus,
  { opId, reason, most }: Omit<Withdrawn, 'kind'>,
  now: number,
): Promise<void> {
  const { userId, estanteId, codeQrUuid, price } = envelope.payload;
  const withdrawal = {
    opId,
    operatorId: envelope.operatorId,
    occurredAt: new Date(now),
    label: { userName, estanteName },
    kind: 'withdrawal' as const,
    payload: { purchaseOpId: envelope.opId, userId, estanteId, codeQrUuid, price },
  };
  const offline: OfflineStatus = { kind: 'withdrawn', opId, reason, most };
  await writeOperation(db, withdrawal, '', () => [
    db.fates.put({ ...status, offline, seen: true }),
    db.exposures.delete(envelope.opId),
  ]);
}

/**
 * A person reports that nothing was handed over for an undecided sale. Returns false when it is settled or
 * not this device's to withdraw.
 */
export function withdrawSale(ports: CommandPorts, purchaseOpId: OpId): Promise<boolean> {
  return decideAndCopy(ports, purchaseOpId, () => withdrawNow(ports, purchaseOpId));
}

async function withdrawNow({ db, clock, ids }: CommandPorts, purchaseOpId: OpId): Promise<boolean> {
  const sales = await readSales(db, purchaseOpId);
  if (!sales) return false;
  return transactPatiently(db, 'rw', [...tablesToWrite(db), db.enrolment], async (inside) => {
    const open = await openSales(inside, sales);
    if (!open || open.some(({ status: { offline } }) => isDecided(offline))) return false;
    if ((await inside.enrolment.get('self'))?.state !== 'active') return false;
    for (const { sale, status } of open) {
      const withdrawn = { opId: ids.next(), reason: 'BY_PERSON' as const, most: 0 };
      await writeWithdrawal(inside, sale, status, withdrawn, clock.now());
    }
    return true;
  });
}

function isDecided(offline: OfflineStatus | undefined): boolean {
  return offline?.kind === 'accepted' || offline?.kind === 'withdrawn';
}

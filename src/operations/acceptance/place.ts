import { decideAndCopy } from '#src/client/commands/copy-decided.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OfflineRefusal, OfflineStatus, OperationStatus } from '#src/client/local/db/operation.ts';
import { transact, transactPatiently } from '#src/client/local/db/reopen-lost-handle.ts';
import { correctedNow } from '#src/client/local/device/device-clock.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet } from '#src/client/local/device/server-config.ts';
import { readAcceptanceFacts, tablesToDecide } from '#src/client/local/offline/offline-facts.ts';
import { updateStatusesIn } from '#src/client/local/outbox/outbox.ts';
import { readOperation } from '#src/client/local/outbox/read-outbox.ts';
import { tablesToWrite, writeOperation } from '#src/client/local/outbox/write-operation.ts';
import { type AcceptanceFacts, decideAcceptance } from '#src/protocol/acceptance.ts';
import type { BalanceList } from '#src/protocol/balance-list.ts';
import { toAmount, type OpId, type Pesos, type VoucherId } from '#src/protocol/brands.ts';
import { type VerifiedVoucher, verifyVoucher } from '#src/protocol/verify-voucher.ts';
import type { PurchaseEnvelope } from '../envelopes.ts';
import { openStates } from '../outcome.ts';
import { takeBackHere, type TakeBackResult } from '../withdrawal/place.ts';

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
  const tables = [db.enrolment, db.serverConfig, db.device];
  const [enrolment, keys, device] = await transact(db, 'r', tables, (inside) =>
    Promise.all([readEnrolment(inside), readKeySet(inside), inside.device.get('self')]),
  );
  if (enrolment?.state !== 'active' || !keys) return { ok: false, fault: 'NOT_ENROLLED' };
  if (text === '') return { ok: false, fault: 'NO_PROOF' };
  return verifyVoucher(text, ids, keys, correctedNow(device, now), crypto.verify);
}

/**
 * Accepts a purchase without an answer, if the rules allow it. One transaction checks that it is still open,
 * adds up the device's open operations, and writes the acceptance.
 * Only when it is complete may the goods be handed over. A crash before it leaves a sale that was not
 * accepted; after it, one that was. A sale against the rules is withdrawn in the same transaction: no goods
 * are handed over, so nothing may be paid later. The proof is checked before, because awaiting WebCrypto
 * would end the transaction. Proof, list and clock are judged at the one moment written into the envelope;
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
  const purchase = await readPurchase(db, purchaseOpId);
  if (!purchase) return { kind: 'settled' };
  const { codeQrUuid: voucherId, userId: ownerId } = purchase.envelope.payload;
  const [checked, list] = await Promise.all([
    checkProof(ports, purchase.proof, { voucherId, ownerId }, now),
    ports.cache.readList(),
  ]);
  const tables = [...tablesToWrite(db), ...tablesToDecide(db), db.enrolment];
  return transactPatiently(db, 'rw', tables, async (inside) => {
    const status = await inside.statuses.get(purchaseOpId);
    // Checked inside the transaction, which may have waited for another tab's while the tablet slept.
    if (Math.abs(ports.clock.now() - now) > interruptedMs) return null;
    if (status?.offline?.kind === 'accepted') return { kind: 'accepted', opId: status.offline.opId };
    if (!isOpen(status) || status.offline?.kind === 'withdrawn') return { kind: 'settled' };
    const isActive = (await inside.enrolment.get('self'))?.state === 'active';
    const judged = isActive
      ? await judgePurchase(inside, { purchase, checked, list }, now)
      : { refusal: 'NOT_ENROLLED' as const, most: 0 };
    const opId = ports.ids.next();
    if ('facts' in judged) {
      await writeAcceptance(inside, purchase, status, { opId, now, facts: judged.facts });
      return { kind: 'accepted', opId };
    }
    const { refusal: reason, most } = judged;
    // An operator who may not sign for this device cannot withdraw either: the sale stays open.
    const offline = { kind: 'refused' as const, reason, most };
    if (!isActive) await updateStatusesIn(inside, [{ opId: status.opId, change: { offline } }]);
    else await writeWithdrawal(inside, purchase, status, { opId, reason, most }, now);
    return { kind: 'refused', reason, most };
  });
}

type Judged = { facts: AcceptanceFacts } | { refusal: OfflineRefusal; most: Pesos };

/** Judges a sale by its proof and the limits of its voucher and this device. `most`: amount that the voucher would pay. */
async function judgePurchase(
  db: MoneyDb,
  { purchase, checked, list }: { purchase: Sale; checked: Checked; list: BalanceList | null },
  now: number,
): Promise<Judged> {
  const { opId, payload } = purchase.envelope;
  if (!checked.ok && checked.fault !== 'NO_PROOF') return { refusal: checked.fault, most: 0 };
  const { proof = null, issuedIn = null } = checked.ok ? checked : {};
  const { codeQrUuid: voucherId, price } = payload;
  const facts = await readAcceptanceFacts(db, { voucherId, price, proof, issuedIn, list, except: opId }, now);
  if (!facts) return { refusal: 'NOT_ENROLLED', most: 0 };
  const decision = decideAcceptance(facts);
  return decision.accept ? { facts } : { refusal: decision.reason, most: decision.most };
}

/** A stall's sale as in the journal, with its notes. */
type Sale = { envelope: PurchaseEnvelope; userName: string; estanteName: string; proof: string };

/** Returns null when it is missing, unreadable by this version, or not a stall's. */
async function readPurchase(db: MoneyDb, purchaseOpId: OpId): Promise<Sale | null> {
  const tables = [db.statuses, db.envelopes, db.labels];
  const operation = await transact(db, 'r', tables, (inside) => readOperation(inside, purchaseOpId));
  if (operation?.envelope?.kind !== 'purchase' || operation.envelope.payload.by !== 'stall') return null;
  return { userName: '', estanteName: '', proof: '', ...operation.label, envelope: operation.envelope };
}

function isOpen(status: OperationStatus | undefined): status is OperationStatus {
  return status !== undefined && openStates.some((state) => state === status.state);
}

/** Returns the parts that an operation on a sale has from it. `now`: ms since 1970. */
function besidePurchase({ envelope, userName, estanteName }: Sale, opId: OpId, now: number) {
  const { operatorId } = envelope;
  return { opId, operatorId, occurredAt: new Date(now), label: { userName, estanteName } };
}

type Written = { opId: OpId; now: number; facts: AcceptanceFacts };

/**
 * All writes are requested at once: a sale without its acceptance would be decided again under another id.
 */
async function writeAcceptance(
  db: MoneyDb,
  purchase: Sale,
  status: OperationStatus,
  { opId, now, facts }: Written,
): Promise<void> {
  const { envelope, proof } = purchase;
  const { userId, estanteId, codeQrUuid, price } = envelope.payload;
  const purchaseOpId = envelope.opId;
  const acceptance = {
    ...besidePurchase(purchase, opId, now),
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
    db.statuses.put({ ...status, offline: { kind: 'accepted', opId } }),
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
  purchase: Sale,
  status: OperationStatus,
  { opId, reason, most }: Omit<Withdrawn, 'kind'>,
  now: number,
): Promise<void> {
  const { envelope } = purchase;
  const { userId, estanteId, codeQrUuid, price } = envelope.payload;
  const withdrawal = {
    ...besidePurchase(purchase, opId, now),
    kind: 'withdrawal' as const,
    payload: { purchaseOpId: envelope.opId, userId, estanteId, codeQrUuid, price },
  };
  const offline: OfflineStatus = { kind: 'withdrawn', opId, reason, most };
  await writeOperation(db, withdrawal, '', () => [
    db.statuses.put({ ...status, offline, seen: true }),
    db.exposures.delete(envelope.opId),
  ]);
}

/**
 * A person reports that nothing was handed over for an undecided sale. Returns false when it is settled or
 * not this device's to withdraw.
 */
export function withdrawPurchase(ports: CommandPorts, purchaseOpId: OpId): Promise<boolean> {
  return decideAndCopy(ports, purchaseOpId, () => withdrawNow(ports, purchaseOpId));
}

/** Withdraws an unaccepted purchase or top-up: an enrolled device reports it in its journal. */
export async function takeBack(ports: CommandPorts, opId: OpId): Promise<TakeBackResult> {
  const enrolment = await readEnrolment(ports.db);
  if (!enrolment || enrolment.state === 'asked') return takeBackHere(ports, opId);
  return (await withdrawPurchase(ports, opId)) ? 'taken-back' : 'settled';
}

async function withdrawNow({ db, clock, ids }: CommandPorts, purchaseOpId: OpId): Promise<boolean> {
  const purchase = await readPurchase(db, purchaseOpId);
  if (!purchase) return false;
  return transactPatiently(db, 'rw', [...tablesToWrite(db), db.enrolment], async (inside) => {
    const status = await inside.statuses.get(purchaseOpId);
    if (!isOpen(status) || isDecided(status.offline)) return false;
    if ((await inside.enrolment.get('self'))?.state !== 'active') return false;
    const withdrawn = { opId: ids.next(), reason: 'BY_PERSON' as const, most: 0 };
    await writeWithdrawal(inside, purchase, status, withdrawn, clock.now());
    return true;
  });
}

function isDecided(offline: OfflineStatus | undefined): boolean {
  return offline?.kind === 'accepted' || offline?.kind === 'withdrawn';
}

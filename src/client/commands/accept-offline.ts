import { correctedNow } from '#src/client/local/device/device-clock.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet } from '#src/client/local/device/server-config.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import { readAcceptanceFacts, tablesToDecide } from '#src/client/local/offline/offline-facts.ts';
import {
  type OfflineRefusal,
  openStates,
  type OfflineStatus,
  type OperationStatus,
} from '#src/client/local/operation.ts';
import { updateStatusIn } from '#src/client/local/outbox.ts';
import { readOperation } from '#src/client/local/read-outbox.ts';
import { transact } from '#src/client/local/handle/reopen-lost-handle.ts';
import { tablesToWrite, writeOperation } from '#src/client/local/write-operation.ts';
import { toAmount, type OpId, type Pesos, type VoucherId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import { type AcceptanceFacts, decideAcceptance } from '#src/domain/purchase/decide-acceptance.ts';
import { type VerifiedVoucher, verifyVoucher } from '#src/domain/voucher/verify-voucher.ts';
import { decideAndCopy } from './copy-decided.ts';
import type { CommandPorts } from './ports.ts';

/** `settled`: an answer came meanwhile, there is nothing to decide. `most`: what the rules would take, smallest unit shown. */
type AcceptanceResult =
  | { kind: 'accepted'; opId: OpId }
  | { kind: 'refused'; reason: OfflineRefusal; most: Pesos }
  | { kind: 'settled' };

/** A decision that takes longer than this was interrupted, by sleep above all, ms. */
const interruptedMs = 30_000;

/** What a voucher's proof says by the keys stored here; `NOT_ENROLLED` where this device may not decide at all. */
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
 * Accepts a purchase without an answer, when the rules allow it: one transaction that looks whether the purchase is still
 * open, counts what this device has open, and writes the acceptance. Only when it is complete may the goods be handed over. A
 * crash before it leaves a sale that was not accepted; after it, one that was. A sale against the rules is withdrawn in the
 * same transaction: nothing is handed over, so nothing may be paid later. The proof is checked before, because awaiting
 * WebCrypto would end the transaction. Proof, list and clock are judged at the one moment that is written into the envelope;
 * when the tablet slept since then, all of it is looked at again.
 */
export function acceptOffline(ports: CommandPorts, purchaseOpId: OpId): Promise<AcceptanceResult> {
  return decideAndCopy(ports, purchaseOpId, () => acceptAwake(ports, purchaseOpId));
}

async function acceptAwake(ports: CommandPorts, purchaseOpId: OpId): Promise<AcceptanceResult> {
  const result = await acceptAt(ports, purchaseOpId, ports.clock.now());
  return result ?? acceptAwake(ports, purchaseOpId);
}

/** null: `now` has passed, and nothing was written. */
async function acceptAt(
  ports: CommandPorts,
  purchaseOpId: OpId,
  now: number,
): Promise<AcceptanceResult | null> {
  const { db } = ports;
  const sold = await readSale(db, purchaseOpId);
  if (!sold) return { kind: 'settled' };
  const { payload } = sold.envelope;
  const ids = { voucherId: payload.codeQrUuid, ownerId: payload.userId };
  const checked = await checkProof(ports, sold.proof, ids, now);
  const list = await ports.cache.readList();
  const tables = [...tablesToWrite(db), ...tablesToDecide(db), db.enrolment];
  return transact(db, 'rw', tables, async (inside) => {
    const status = await inside.fates.get(purchaseOpId);
    // Looked at inside the transaction: it may have waited for another tab's, and the tablet slept meanwhile.
    if (Math.abs(ports.clock.now() - now) > interruptedMs) return null;
    if (status?.offline?.kind === 'accepted') return { kind: 'accepted', opId: status.offline.opId };
    if (!status || !openStates.some((open) => open === status.state)) return { kind: 'settled' };
    const isActive = (await inside.enrolment.get('self'))?.state === 'active';
    const refuse = async (reason: OfflineRefusal, most: number): Promise<AcceptanceResult> => {
      // Who may not speak to the server as this device cannot withdraw either: the sale stays open.
      if (!isActive)
        await updateStatusIn(inside, purchaseOpId, { offline: { kind: 'refused', reason, most } });
      else await writeWithdrawal(inside, sold, status, { opId: ports.ids.next(), reason, most }, now);
      return { kind: 'refused', reason, most };
    };
    if (status.offline?.kind === 'withdrawn') return { kind: 'settled' };
    if (!isActive) return refuse('NOT_ENROLLED', 0);
    if (!checked.ok && checked.fault !== 'NO_PROOF') return refuse(checked.fault, 0);
    const sale = {
      voucherId: payload.codeQrUuid,
      price: payload.price,
      proof: checked.ok ? checked.proof : null,
      list,
      except: purchaseOpId,
    };
    const facts = await readAcceptanceFacts(inside, sale, now);
    if (!facts) return refuse('NOT_ENROLLED', 0);
    const decision = decideAcceptance(facts);
    if (!decision.accept) return refuse(decision.reason, decision.most);
    const opId = ports.ids.next();
    await writeAcceptance(inside, sold, status, { opId, now, facts });
    return { kind: 'accepted', opId };
  });
}

/** A stall's sale as it stands in the journal, and what was noted beside it. */
type Sale = { envelope: PurchaseEnvelope; userName: string; estanteName: string; proof: string };
type PurchaseEnvelope = Extract<Envelope, { kind: 'purchase' }>;

/** null: it is not here, not readable by this version, or not a stall's. */
async function readSale(db: MoneyDb, purchaseOpId: OpId): Promise<Sale | null> {
  const operation = await readOperation(db, purchaseOpId);
  if (operation?.envelope?.kind !== 'purchase' || operation.envelope.payload.by !== 'stall') return null;
  return { userName: '', estanteName: '', proof: '', ...operation.label, envelope: operation.envelope };
}

type Written = { opId: OpId; now: number; facts: AcceptanceFacts };

/** All that it changes is asked for at once: a sale without its acceptance would be decided again under another id. */
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
  // The device has an id: it is enrolled.
  await writeOperation(db, acceptance, '', () => [
    db.fates.put({ ...status, offline: { kind: 'accepted', opId } }),
    ...(exposure ? [db.exposures.put({ ...exposure, accepted: true })] : []),
  ]);
}

type Withdrawn = Extract<OfflineStatus, { kind: 'withdrawn' }>;

/**
 * Writes down that nothing is handed over for a purchase, inside the caller's transaction. From then on it is not paid
 * here, whatever the server has done with it: it never makes it, or takes it back.
 */
async function writeWithdrawal(
  db: MoneyDb,
  { envelope, userName, estanteName }: Sale,
  status: OperationStatus,
  { opId, reason, most }: Omit<Withdrawn, 'kind'>,
  now: number,
): Promise<void> {
  const { by: _by, ...payload } = envelope.payload;
  const withdrawal = {
    opId,
    operatorId: envelope.operatorId,
    occurredAt: new Date(now),
    label: { userName, estanteName },
    kind: 'withdrawal' as const,
    payload: { purchaseOpId: envelope.opId, ...payload },
  };
  const offline: OfflineStatus = { kind: 'withdrawn', opId, reason, most };
  await writeOperation(db, withdrawal, '', () => [
    db.fates.put({ ...status, offline, seen: true }),
    db.exposures.delete(envelope.opId),
  ]);
}

/** A person says that nothing was handed over for a sale that was left open. False: it is settled, or not ours to take back. */
export function withdrawSale(ports: CommandPorts, purchaseOpId: OpId): Promise<boolean> {
  return decideAndCopy(ports, purchaseOpId, () => withdrawNow(ports, purchaseOpId));
}

async function withdrawNow({ db, clock, ids }: CommandPorts, purchaseOpId: OpId): Promise<boolean> {
  const sold = await readSale(db, purchaseOpId);
  if (!sold) return false;
  return transact(db, 'rw', [...tablesToWrite(db), db.enrolment], async (inside) => {
    const status = await inside.fates.get(purchaseOpId);
    if (!status || !openStates.some((open) => open === status.state)) return false;
    if (status.offline?.kind === 'accepted' || status.offline?.kind === 'withdrawn') return false;
    if ((await inside.enrolment.get('self'))?.state !== 'active') return false;
    const withdrawn = { opId: ids.next(), reason: 'BY_PERSON' as const, most: 0 };
    await writeWithdrawal(inside, sold, status, withdrawn, clock.now());
    return true;
  });
}

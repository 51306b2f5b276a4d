import { byDevice } from '#src/client/commands/copy-decided.ts';
import { type CommandResult, placeOperation } from '#src/client/commands/place-operation.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { OfflineRefusal, OperationLabel } from '#src/client/local/db/operation.ts';
import { transactPatiently } from '#src/client/local/db/reopen-lost-handle.ts';
import { correctedNow } from '#src/client/local/device/device-clock.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet, readLimits } from '#src/client/local/device/server-config.ts';
import { sumIssued } from '#src/client/local/offline/exposure.ts';
import { readTillRoom } from '#src/client/local/offline/own-till.ts';
import { updateStatusesIn } from '#src/client/local/outbox/outbox.ts';
import { readOperation } from '#src/client/local/outbox/read-outbox.ts';
import { isTakenBack } from '#src/client/local/outbox/unaccepted.ts';
import { decideTopUpIssue } from '#src/protocol/acceptance.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';
import {
  endless,
  voucherExpiry,
  type VoucherLife,
  devicePrefixOf,
  voucherProofMessage,
  writeVoucherProof,
} from '#src/protocol/voucher-proof.ts';
import { openStates } from '../outcome.ts';
import type { TopUpPayload } from './rule.ts';

export type TopUpIntent = {
  /** Generated when the form opened. */
  opId: OpId;
  payload: TopUpPayload;
  operatorId: string;
  label: Pick<OperationLabel, 'userName' | 'identification'>;
};

/**
 * Places a top-up in one local transaction; the drain then sends it. The voucher exists once its receipt is
 * here.
 */
export function placeTopUp(
  ports: CommandPorts,
  { opId, payload, operatorId, label }: TopUpIntent,
): Promise<CommandResult> {
  const occurredAt = new Date(ports.clock.now());
  const operation = {
    opId,
    operatorId,
    occurredAt,
    label: { ...label, estanteName: '' },
    kind: 'top-up' as const,
    payload,
  };
  return placeOperation(ports, operation, byDevice(ports, issueOffline));
}

export type IssueResult =
  | { kind: 'issued'; proof: string }
  | { kind: 'refused'; reason: OfflineRefusal; most: Pesos }
  | { kind: 'settled' };

/**
 * Issues a voucher without an answer. One transaction counts the top-up against the kiosk's limits; then the
 * proof is signed and stored; only then may the code be shown. A crash between counting and storing shows no
 * code. Asking again signs again, and the top-up counts once.
 */
export async function issueOffline(
  { db, crypto, clock }: CommandPorts,
  topUpOpId: OpId,
): Promise<IssueResult> {
  const operation = await readOperation(db, topUpOpId);
  const envelope = operation?.envelope;
  if (envelope?.kind !== 'top-up') return { kind: 'settled' };
  const { monto, uuid, clientId } = envelope.payload;
  const counted = await countIssue(db, { opId: topUpOpId, pointId: envelope.operatorId, monto }, clock.now());
  if (counted.kind !== 'counted') return counted;
  // The server counts from the same moment.
  const handedOutAt = new Date(Date.parse(envelope.occurredAt) + envelope.clockOffset);
  const enrolment = await readEnrolment(db);
  if (!enrolment) throw new Error('only an enrolled device signs');
  const expiresAt = voucherExpiry(handedOutAt, counted.life);
  const proof = {
    signer: { by: 'kiosk' as const, devicePrefix: devicePrefixOf(envelope.deviceId) },
    face: monto,
    issuedAt: counted.now,
    expiresAt: expiresAt?.getTime() ?? null,
    offlineCap: 0,
  };
  const message = voucherProofMessage(proof, { voucherId: uuid, ownerId: clientId });
  const text = writeVoucherProof(proof, await crypto.signBytes(enrolment.keys.privateKey, message));
  const end = expiresAt && { expiresAt: expiresAt.toISOString() };
  const change = { offline: { kind: 'issued' as const, proof: text, ...end } };
  const isKept = await transactPatiently(db, 'rw', [db.statuses], async (inside) => {
    const status = await inside.statuses.get(topUpOpId);
    // The cash may have been returned during the signature.
    if (!status || isTakenBack(status)) return false;
    return (await updateStatusesIn(inside, [{ opId: topUpOpId, change }])).has(topUpOpId);
  });
  return isKept ? { kind: 'issued', proof: text } : { kind: 'settled' };
}

type Counted =
  | { kind: 'counted'; /** Corrected clock. */ now: number; life: VoucherLife }
  | { kind: 'issued'; proof: string }
  | { kind: 'refused'; reason: OfflineRefusal; most: Pesos }
  | { kind: 'settled' };

type Issue = { opId: OpId; pointId: string; monto: Pesos };

function countIssue(db: MoneyDb, issue: Issue, now: number): Promise<Counted> {
  const { opId } = issue;
  return transactPatiently(db, 'rw', tablesToJudge(db), async (inside) => {
    const status = await inside.statuses.get(opId);
    if (status?.offline?.kind === 'issued') return { kind: 'issued', proof: status.offline.proof };
    // Voided meanwhile: its voucher must not be shown.
    if (status?.offline?.kind === 'voided') return { kind: 'settled' };
    if (!status || !openStates.some((open) => open === status.state)) return { kind: 'settled' };
    const judged = await judgeIssue(inside, issue, now);
    if (judged.reason !== null) {
      const { reason, most } = judged;
      await updateStatusesIn(inside, [{ opId, change: { offline: { kind: 'refused', reason, most } } }]);
      return { kind: 'refused', reason, most };
    }
    await inside.exposures.where('opId').equals(opId).modify({ accepted: true });
    return { kind: 'counted', now: judged.now, life: judged.life };
  });
}

/**
 * Checks whether a top-up of this amount could be issued now, and writes nothing. `reason` is null when it
 * could.
 */
export function previewIssue(
  { db, clock }: CommandPorts,
  monto: Pesos,
  pointId: string,
): Promise<{ reason: OfflineRefusal | null; most: Pesos }> {
  return judgeIssue(db, { opId: null, pointId, monto }, clock.now());
}

function tablesToJudge(db: MoneyDb) {
  return [db.device, db.enrolment, db.serverConfig, db.exposures, db.operators, db.envelopes, db.statuses];
}

async function judgeIssue(
  db: MoneyDb,
  { opId: except, pointId, monto }: { opId: OpId | null; pointId: string; monto: Pesos },
  now: number,
): Promise<{ reason: OfflineRefusal | null; most: Pesos; now: number; life: VoucherLife }> {
  const enrolment = await readEnrolment(db);
  const limits = await readLimits(db);
  const keys = await readKeySet(db);
  const device = await db.device.get('self');
  const corrected = correctedNow(device, now);
  if (enrolment?.state !== 'active' || !limits || !keys)
    return { reason: 'NOT_ENROLLED', most: 0, now: corrected, life: endless };
  const own = keys.kiosks.find(({ deviceId }) => deviceId === enrolment.deviceId);
  const decision = decideTopUpIssue({
    monto,
    certificate: own ? { notAfter: Date.parse(own.notAfter), maxVoucher: own.maxVoucher } : null,
    // Top-ups sent without a session count together with unsent ones, because the server applies one limit to
    // both.
    issuedHere: (await sumIssued(db, except)) + (enrolment.unsignedTotal ?? 0),
    limits,
    tillRoom: await readTillRoom(db, pointId, except),
    now: corrected,
    latestSeen: device?.latestSeen ?? 0,
  });
  const life = { days: keys.days, dayStartMs: keys.dayStartMs };
  if (decision.issue) return { reason: null, most: monto, now: corrected, life };
  return { reason: decision.reason, most: decision.most, now: corrected, life };
}

import type { Enrolment, OperatorKeyRow, PinVerifier } from '#src/client/local/db/rows.ts';
import { changeEnrolment, keepDeviceKeys, readEnrolment } from '#src/client/local/device/enrolment.ts';
import {
  countPinAttempt,
  forgiveAttempts,
  keepOperator,
  type NewOperator,
} from '#src/client/local/device/operators.ts';
import { updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { readJournal } from '#src/client/local/outbox/write-operation.ts';
import { makeUnderPin, openForSession, openUnderPin } from './operator-key.ts';
import type { CommandPorts } from './ports.ts';

/**
 * Returns the keys for enrolment, stored before they are sent, and the journal's position: earlier operations
 * are sent with the person's session and are not owed.
 */
export async function prepareEnrolment({ db, crypto, clock, ids }: CommandPorts): Promise<{
  enrolment: Enrolment;
  journal: { lastSeq: number; headHash: string };
}> {
  const held = await readEnrolment(db);
  const enrolment =
    held ?? (await keepDeviceKeys(db, await crypto.makeDeviceKeys(), ids.device(), clock.now()));
  // A server restored to before the enrolment asks for everything since then.
  if (enrolment.state !== 'asked' && enrolment.start) return { enrolment, journal: enrolment.start };
  const { lastSeq, headHash } = await readJournal(db);
  const journal = { lastSeq, headHash };
  if (enrolment.state === 'asked') await changeEnrolment(db, { start: journal });
  return { enrolment, journal };
}

/**
 * Returns a new PIN and its key. When the browser cannot generate one, the PIN opens the till without a key.
 */
export async function choosePin(
  ports: CommandPorts,
  operatorId: string,
  pin: string,
): Promise<{ pin: PinVerifier; key?: OperatorKeyRow }> {
  const { enrolment } = await prepareEnrolment(ports);
  const { verifier, wrapKey } = await ports.crypto.newPin(enrolment.keys.pinKey, pin);
  const made = await makeUnderPin(ports, enrolment, operatorId, wrapKey).catch(() => null);
  return { pin: verifier, ...(made ? { key: made.row } : {}) };
}

/**
 * Stores name, person and PIN while the market has not decided. Nothing else changes: the device continues as
 * one that is not enrolled.
 */
export async function awaitApproval(
  { db }: CommandPorts,
  name: string,
  operator: NewOperator & { digits: string },
): Promise<void> {
  await keepOperator(db, operator);
  if ((await readEnrolment(db))?.state === 'asked') await changeEnrolment(db, { name });
}

/**
 * The market approved, and the server accepted the device and this operator. From now on the device itself
 * sends its journal.
 */
export async function finishEnrolment(
  ports: CommandPorts,
  name: string,
  operator: NewOperator,
): Promise<void> {
  const { db, connection } = ports;
  await keepOperator(db, operator);
  await changeEnrolment(db, { state: 'active', name, trouble: '' });
  // Signed in by password: without a key of this page only the device would sign.
  await openForSession(ports, operator.id).catch(() => undefined);
  await updateSyncStatus(db, { isReportOwed: true, isPullOwed: true, reportedAt: 0, pulledAt: 0 });
  connection.requestSync();
}

export type PinResult =
  | { kind: 'right' }
  /** Attempts left; 0 when locked from now on. */
  | { kind: 'wrong'; left: number }
  /** Until its owner signs in online. */
  | { kind: 'locked' }
  /** No operator of this name may open this device. */
  | { kind: 'none' };

/**
 * Counts the attempt before checking the PIN, so that a page that dies in between has used it up. A right PIN
 * also opens the person's key if possible; the till opens without it.
 */
export async function tryPin(ports: CommandPorts, operatorId: string, pin: string): Promise<PinResult> {
  const { db, crypto } = ports;
  const enrolment = await readEnrolment(db);
  if (enrolment?.state !== 'active') return { kind: 'none' };
  const attempt = await countPinAttempt(db, operatorId);
  if (attempt.kind !== 'check') return attempt;
  const { operator } = attempt;
  const { tag, wrapKey } = await crypto.pinSecrets(enrolment.keys.pinKey, pin, operator.pin);
  if (tag !== operator.pin.tag) return { kind: 'wrong', left: attempt.left };
  await forgiveAttempts(db, operatorId);
  await openUnderPin(ports, enrolment, operator, wrapKey);
  return { kind: 'right' };
}

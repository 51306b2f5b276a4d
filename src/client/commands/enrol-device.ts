import type { Enrolment, PinVerifier } from '#src/client/local/db/rows.ts';
import { changeEnrolment, keepDeviceKeys, readEnrolment } from '#src/client/local/device/enrolment.ts';
import {
  countPinAttempt,
  forgiveAttempts,
  keepOperator,
  type NewOperator,
} from '#src/client/local/device/operators.ts';
import { updateSyncStatus } from '#src/client/local/device/server-config.ts';
import { readJournal } from '#src/client/local/outbox/write-operation.ts';
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

/** Returns the verifier of a new PIN. */
export async function choosePin(ports: CommandPorts, pin: string): Promise<PinVerifier> {
  const { enrolment } = await prepareEnrolment(ports);
  return ports.crypto.newPin(enrolment.keys.pinKey, pin);
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
  { db, connection }: CommandPorts,
  name: string,
  operator: NewOperator,
): Promise<void> {
  await keepOperator(db, operator);
  await changeEnrolment(db, { state: 'active', name, trouble: '' });
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

/** Counts the attempt before checking the PIN, so that a page that dies in between has used it up. */
export async function tryPin(
  { db, crypto }: CommandPorts,
  operatorId: string,
  pin: string,
): Promise<PinResult> {
  const enrolment = await readEnrolment(db);
  if (enrolment?.state !== 'active') return { kind: 'none' };
  const attempt = await countPinAttempt(db, operatorId);
  if (attempt.kind !== 'check') return attempt;
  const { operator } = attempt;
  const tag = await crypto.pinTag(enrolment.keys.pinKey, pin, operator.pin);
  if (tag !== operator.pin.tag) return { kind: 'wrong', left: attempt.left };
  await forgiveAttempts(db, operatorId);
  return { kind: 'right' };
}

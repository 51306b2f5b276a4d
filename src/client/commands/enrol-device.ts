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
 * Keys to enrol with, stored before they are sent to the server, and where the journal stands: what was done before goes with the
 * person's session and is not owed.
 */
export async function prepareEnrolment({ db, crypto, clock, ids }: CommandPorts): Promise<{
  enrolment: Enrolment;
  journal: { lastSeq: number; headHash: string };
}> {
  const held = await readEnrolment(db);
  const enrolment =
    held ?? (await keepDeviceKeys(db, await crypto.makeDeviceKeys(), ids.device(), clock.now()));
  // A server that was put back to before the enrolment asks for everything since then.
  if (enrolment.state !== 'asked' && enrolment.start) return { enrolment, journal: enrolment.start };
  const { lastSeq, headHash } = await readJournal(db);
  const journal = { lastSeq, headHash };
  if (enrolment.state === 'asked') await changeEnrolment(db, { start: journal });
  return { enrolment, journal };
}

/** A new PIN and the key under it. Without the key where the browser cannot make one: the PIN opens the till all the same. */
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
 * The market was asked and has not decided: name, person and PIN are kept, and nothing changes yet. The device goes on as one
 * that is not enrolled.
 */
export async function awaitApproval(
  { db }: CommandPorts,
  name: string,
  operator: NewOperator & { digits: string },
): Promise<void> {
  await keepOperator(db, operator);
  if ((await readEnrolment(db))?.state === 'asked') await changeEnrolment(db, { name });
}

/** The market agreed, and the server took the device, and this operator on it. From now on its journal is sent by the device itself. */
export async function finishEnrolment(
  ports: CommandPorts,
  name: string,
  operator: NewOperator,
): Promise<void> {
  const { db, connection } = ports;
  await keepOperator(db, operator);
  await changeEnrolment(db, { state: 'active', name, trouble: '' });
  // Signed in by password: without a key of this page the device would sign alone.
  await openForSession(ports, operator.id).catch(() => undefined);
  await updateSyncStatus(db, { isReportOwed: true, isPullOwed: true, reportedAt: 0, pulledAt: 0 });
  connection.requestSync();
}

export type PinResult =
  | { kind: 'right' }
  /** attempts that remain; 0: locked from now on */
  | { kind: 'wrong'; left: number }
  /** until its owner signs in online */
  | { kind: 'locked' }
  /** nobody of this name may open this device */
  | { kind: 'none' };

/**
 * The attempt is counted before the PIN is checked: a page that dies in between has used it up. A right one opens the person's key
 * too, as far as it opens: the till opens without.
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

import { changeEnrolment, keepDeviceKeys, readEnrolment } from '#src/client/local/device/enrolment.ts';
import { noteSpoken } from '#src/client/local/device/held-facts.ts';
import { keepOperator } from '#src/client/local/device/operators.ts';
import { moneyDb } from '#src/client/local/money-db.ts';
import type { DeviceKeys, Enrolment, Operator, PinVerifier } from '#src/client/local/rows.ts';
import { readJournal } from '#src/client/local/write-operation.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import { checkPin, type PinResult } from './check-pin.ts';
import { newOpId } from './new-op-id.ts';
import { exportOutbox, importOutbox, type ImportResult, type OutboxFile } from './outbox-file.ts';

/**
 * Keys to enrol with, kept before the server hears of them, and where the journal stands: what was done before goes with the
 * person's session and is not owed.
 */
export async function prepareEnrolment(makeKeys: () => Promise<DeviceKeys>): Promise<{
  enrolment: Enrolment;
  journal: { lastSeq: number; headHash: string };
}> {
  const held = await readEnrolment(moneyDb);
  const enrolment = held ?? (await keepDeviceKeys(moneyDb, await makeKeys(), newOpId(), Date.now()));
  const { lastSeq, headHash } = await readJournal(moneyDb);
  return { enrolment, journal: { lastSeq, headHash } };
}

/** The server took the device, and this operator on it. From now on its journal is sent by the device itself. */
export async function finishEnrolment(
  name: string,
  operator: Omit<Operator, 'attempts' | 'isActive' | 'pin'> & { pin?: PinVerifier },
): Promise<void> {
  await keepOperator(moneyDb, operator);
  await changeEnrolment(moneyDb, { state: 'active', name, trouble: '' });
  await noteSpoken(moneyDb, { isReportOwed: true, isPullOwed: true, reportedAt: 0, pulledAt: 0 });
  requestSync();
}

/** `tagOf`: device/pin-hash, with the key of this device. */
export async function tryPin(
  operatorId: string,
  tagOf: (key: CryptoKey, verifier: PinVerifier) => Promise<string>,
): Promise<PinResult> {
  const enrolment = await readEnrolment(moneyDb);
  if (enrolment?.state !== 'active') return { kind: 'none' };
  return checkPin(moneyDb, operatorId, (verifier) => tagOf(enrolment.keys.pinKey, verifier));
}

/** The unsent outbox of this device as a file; null where it is not enrolled. */
export async function writeOutboxFile(
  signText: (key: CryptoKey, text: string) => Promise<string>,
): Promise<OutboxFile | null> {
  const enrolment = await readEnrolment(moneyDb);
  if (!enrolment) return null;
  return exportOutbox(moneyDb, (text) => signText(enrolment.keys.privateKey, text), Date.now());
}

/** Takes the outbox of another device over; it is sent at once. */
export async function readOutboxFile(text: string): Promise<ImportResult> {
  const result = await importOutbox(moneyDb, text, Date.now());
  if (result.kind === 'kept' && result.fresh > 0) requestSync();
  return result;
}

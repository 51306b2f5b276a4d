import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet } from '#src/client/local/device/server-config.ts';
import { openOperations } from '#src/client/local/outbox/outbox.ts';
import { keepRescued, unsentRescued } from '#src/client/local/outbox/rescue.ts';
import { signedEntries } from '#src/client/local/outbox/sign-envelopes.ts';
import { rescuedEntryOf } from '#src/client/local/second/recover.ts';
import { type DeliveredRescue, type OutboxFile, outboxFileSchema } from '#src/contract/sync/recovery.ts';
import { readJson } from '#src/domain/read-json.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import { type SealedRescue, sealedRescueSchema, rescueInfo } from '#src/protocol/recovery.ts';
import { signerOf } from './copy-decided.ts';
import type { CommandPorts } from './ports.ts';

/**
 * Returns the unsent outbox as a file, also what this device carries for others: envelopes with their signatures,
 * and the names of customers registered here, whom the server could not register otherwise. It is sealed for the
 * server if its key is known here. Nothing is removed from the outbox: both may be sent, and count once. Null when
 * this device is not enrolled, because no device could deliver it.
 */
export async function exportOutbox(ports: CommandPorts): Promise<OutboxFile | SealedRescue | null> {
  const file = await writeFile(ports);
  const rescueKey = (await readKeySet(ports.db))?.rescueKey;
  if (!file || rescueKey === undefined) return file;
  const { kind, deviceName, exportedAt } = file;
  const sealed = await ports.crypto.sealFor(rescueKey, JSON.stringify(file), rescueInfo);
  return { kind, v: 2, deviceName, exportedAt, ...sealed };
}

async function writeFile({ db, crypto, clock }: CommandPorts): Promise<OutboxFile | null> {
  const enrolment = await readEnrolment(db);
  if (!enrolment || enrolment.state === 'asked') return null;
  const envelopes = (await openOperations(db)).flatMap(({ envelope }) => (envelope ? [envelope] : []));
  const own = await signedEntries(db, signerOf(crypto, enrolment), envelopes);
  const rescued = await unsentRescued(db);
  const file = {
    kind: 'mercado-outbox' as const,
    v: 1 as const,
    deviceId: enrolment.deviceId,
    deviceName: enrolment.name,
    exportedAt: new Date(clock.now()).toISOString(),
    entries: [...own, ...rescued.map(({ entry }) => entry)],
  };
  return { ...file, checksum: canonicalHash(file) };
}

export type ImportResult =
  | { kind: 'kept'; total: number; fresh: number; deviceName: string }
  /** Sealed: the server has delivered it, and nothing is stored here. */
  | { kind: 'delivered'; counts: DeliveredRescue }
  /** Not an outbox file, of a newer version, or changed since it was written. */
  | { kind: 'unreadable' }
  /** Sealed, and the server rejected it: the reason. */
  | { kind: 'failed'; message: string };

/**
 * Imports an outbox file. A sealed one goes to the server, which delivers it. This device sends an open one
 * at once, apart from its own outbox. Importing a file twice changes nothing.
 */
export async function importOutbox(ports: CommandPorts, text: string): Promise<ImportResult> {
  const sealed = sealedRescueSchema.safeParse(readJson(text));
  if (!sealed.success) return takeOver(ports, text);
  return ports.deliverRescue(sealed.data);
}

async function takeOver(
  { db, clock, connection, secondCopy }: CommandPorts,
  text: string,
): Promise<ImportResult> {
  const file = readFile(text);
  if (!file) return { kind: 'unreadable' };
  const entries = file.entries.flatMap((entry) => rescuedEntryOf(entry, clock.now()) ?? []);
  if (entries.length < file.entries.length) return { kind: 'unreadable' };
  const fresh = await keepRescued(db, entries);
  await secondCopy.keep(file.entries.map((entry) => ({ t: 'entry', entry })));
  if (fresh > 0) connection.requestSync();
  return { kind: 'kept', total: entries.length, fresh, deviceName: file.deviceName };
}

function readFile(text: string): OutboxFile | null {
  const parsed = outboxFileSchema.safeParse(readJson(text));
  if (!parsed.success) return null;
  const { checksum, ...rest } = parsed.data;
  return canonicalHash(rest) === checksum ? parsed.data : null;
}

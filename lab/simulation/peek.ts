import type { OperationStatus, StoredEnvelope } from '#src/client/local/db/operation.ts';
import type { ServerConfigRow } from '#src/client/local/db/rows.ts';
import type { SimDisk } from './machine/disk.ts';

/** The committed rows of a table, read without any tab; valid only while nothing is running. */
export function peek<Row>(disk: SimDisk, table: string, database = 'money'): Row[] {
  return disk.rows(table, database) as Row[];
}

export function peekStatuses(disk: SimDisk): OperationStatus[] {
  return peek<OperationStatus>(disk, 'statuses');
}

export function peekEnvelopes(disk: SimDisk): Map<string, StoredEnvelope> {
  return new Map(peek<StoredEnvelope>(disk, 'envelopes').map((envelope) => [envelope.opId, envelope]));
}

/**
 * Returns the expiry of a kiosk's certificate on this disk, ms; 0 for none. The server's own time counts, so that one
 * changed on its way is detected.
 */
export function peekCertificate(disk: SimDisk, kioskId: string | null, certificateMs: number): number {
  const row = peek<ServerConfigRow>(disk, 'serverConfig').find(({ id }) => id === 'keys');
  if (row?.id !== 'keys' || row.value.kiosks.every(({ deviceId }) => deviceId !== kioskId)) return 0;
  return Date.parse(row.value.asOf) + certificateMs;
}

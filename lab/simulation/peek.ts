import type { OperationStatus, StoredEnvelope } from '#src/client/local/db/operation.ts';
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

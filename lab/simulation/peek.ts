import type { OperationStatus, StoredEnvelope } from '#src/client/local/db/operation.ts';

type Inside = {
  _databases: Map<
    string,
    { rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }> }
  >;
};

/** The committed rows of a table, read without any tab; valid only while nothing is running. */
export function peek<Row>(disk: IDBFactory, table: string, database = 'money'): Row[] {
  const store = (disk as unknown as Inside)._databases.get(database)?.rawObjectStores.get(table);
  return store ? [...store.records.values()].map(({ value }) => value as Row) : [];
}

export function peekStatuses(disk: IDBFactory): OperationStatus[] {
  return peek<OperationStatus>(disk, 'fates');
}

export function peekEnvelopes(disk: IDBFactory): Map<string, StoredEnvelope> {
  return new Map(peek<StoredEnvelope>(disk, 'envelopes').map((envelope) => [envelope.opId, envelope]));
}

/**
 * What the store did to the disk, in order, as the recorder writes it and the disk model replays it.
 * Paths are relative to the data folder. `fd` is the number the host gave; it is valid until `close` or the next `open`.
 */
export type RecordedOperation =
  | { kind: 'mkdir'; path: string }
  | { kind: 'rmdir'; path: string }
  | { kind: 'open'; path: string; fd: number; creates: boolean; truncates: boolean }
  | { kind: 'close'; fd: number }
  | { kind: 'write'; fd: number; position: number; data: Buffer }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'truncate-open'; fd: number; size: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'sync'; fd: number };

type Header = Omit<RecordedOperation, 'data'> & { length: number };

/** One operation as bytes: the length of a JSON header, the header, the data of a write. */
export function encodeOperation(operation: RecordedOperation): Buffer {
  const data = operation.kind === 'write' ? operation.data : Buffer.alloc(0);
  const header = Buffer.from(JSON.stringify({ ...operation, data: undefined, length: data.length }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(header.length);
  return Buffer.concat([size, header, data]);
}

export type PlacedOperation = {
  operation: RecordedOperation;
  /** Where the log ends after this operation, in bytes: the place of an acknowledgement is compared with it. */
  end: number;
};

/** All operations of a log. A torn last one (the recorder was killed while writing it) is left out. */
export function decodeOperations(log: Buffer): PlacedOperation[] {
  const operations: PlacedOperation[] = [];
  let at = 0;
  while (at + 4 <= log.length) {
    const dataAt = at + 4 + log.readUInt32LE(at);
    if (dataAt > log.length) break;
    const { length, ...header } = JSON.parse(log.toString('utf8', at + 4, dataAt)) as Header;
    const end = dataAt + length;
    if (end > log.length) break;
    const whole = header.kind === 'write' ? { ...header, data: log.subarray(dataAt, end) } : header;
    operations.push({ operation: whole as RecordedOperation, end });
    at = end;
  }
  return operations;
}

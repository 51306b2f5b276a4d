import { sha256 } from '@noble/hashes/sha2.js';
import { foldCopy, prunedTexts } from './copy-records.ts';

/** A file opened exclusively. In older browsers some of these methods return promises. */
export type CopyFile = {
  getSize(): number | Promise<number>;
  read(into: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(bytes: number): void | Promise<void>;
  flush(): void | Promise<void>;
  close(): void | Promise<void>;
};

/** The folder of the log. */
export type CopyFolder = {
  list(): Promise<string[]>;
  open(name: string): Promise<CopyFile>;
  remove(name: string): Promise<void>;
};

export type ReadCopy = { texts: string[]; damaged: number };

/** The log is rewritten without settled operations after it has grown by this much, bytes. */
const growthBytes = 1_000_000;

/** `alone` serialises work over all tabs of the browser, so that there is one writer. */
export function createCopyLog(
  folder: CopyFolder,
  alone: <Value>(work: () => Promise<Value>) => Promise<Value>,
  growth = growthBytes,
) {
  let prunedBytes = 0;

  /**
   * Returns when the records are on disk. A write that does not fit is undone: the log never ends in half a
   * record.
   */
  async function append(texts: readonly string[]): Promise<void> {
    await alone(async () => {
      const generation = newest(await folder.list());
      const size = await within(folder, nameOf(generation), (file) => appendTo(file, texts));
      if (size - prunedBytes > growth) await prune(generation);
    });
  }

  /**
   * Returns every readable record. An unfinished end is cut off, so that the next record does not follow it.
   */
  async function read(): Promise<ReadCopy> {
    return alone(async () => {
      const found: ReadCopy = { texts: [], damaged: 0 };
      for (const generation of generationsIn(await folder.list())) {
        const { texts, damaged } = await within(folder, nameOf(generation), scanAndCut);
        found.texts.push(...texts);
        found.damaged += damaged;
      }
      return found;
    });
  }

  /**
   * The next generation is complete on disk before the previous one is deleted. A crash in between leaves
   * both, with the same contents: operations count once by id.
   */
  async function prune(generation: number): Promise<void> {
    const older = generationsIn(await folder.list());
    const texts: string[] = [];
    for (const each of older) texts.push(...(await within(folder, nameOf(each), scanAndCut)).texts);
    const kept = prunedTexts(foldCopy(texts));
    prunedBytes = await within(folder, nameOf(generation + 1), async (file) => {
      await file.truncate(0);
      return appendTo(file, kept);
    });
    for (const each of older) await folder.remove(nameOf(each));
  }

  return { append, read };
}

async function within<Value>(
  folder: CopyFolder,
  name: string,
  work: (file: CopyFile) => Promise<Value>,
): Promise<Value> {
  const file = await folder.open(name);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function appendTo(file: CopyFile, texts: readonly string[]): Promise<number> {
  let at = await file.getSize();
  const before = at;
  try {
    for (const text of texts) {
      const record = writeRecord(text);
      if (file.write(record, { at }) < record.length) throw new Error('no room for the second copy');
      at += record.length;
    }
  } catch (error) {
    await file.truncate(before);
    throw error;
  }
  await file.flush();
  return at;
}

async function scanAndCut(file: CopyFile): Promise<ReadCopy> {
  const size = await file.getSize();
  const bytes = new Uint8Array(size);
  file.read(bytes, { at: 0 });
  const { texts, damaged, wholeBytes } = scanLog(bytes);
  if (wholeBytes < size) await file.truncate(wholeBytes);
  return { texts, damaged };
}

const prefix = 'copia-';

function nameOf(generation: number): string {
  return `${prefix}${generation}`;
}

/** Oldest first. */
function generationsIn(names: readonly string[]): number[] {
  return names
    .filter((name) => /^copia-\d+$/.test(name))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => a - b);
}

function newest(names: readonly string[]): number {
  return generationsIn(names).at(-1) ?? 1;
}

/** Start of every record. Its first and last byte occur in no UTF-8 text, so no text looks like a start. */
const marker = [0xff, 0x4d, 0x43, 0xfe] as const;
const checksumBytes = 8;
/** Marker, text length (4 bytes, little-endian), first bytes of its SHA-256. */
const headerBytes = marker.length + 4 + checksumBytes;

/** Encodes one record: a text with its length and checksum. */
export function writeRecord(text: string): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(text);
  const record = new Uint8Array(headerBytes + body.length);
  record.set(marker);
  new DataView(record.buffer).setUint32(marker.length, body.length, true);
  record.set(checksumOf(body), marker.length + 4);
  record.set(body, headerBytes);
  return record;
}

/**
 * Reads a log as far as possible. An incomplete last record is a write torn by a crash, which was never
 * confirmed. A damaged record in the middle is skipped up to the next start, and counted. `damaged`: records that
 * were complete once and are now unreadable. `wholeBytes`: up to the end of the last complete record; anything
 * after it was never finished.
 */
export function scanLog(bytes: Uint8Array) {
  const texts: string[] = [];
  let [at, damaged, wholeBytes] = [0, 0, 0];
  while (at < bytes.length) {
    const text = recordAt(bytes, at);
    if (text === null) {
      const next = nextMarker(bytes, at + 1);
      if (next === -1) break;
      // Not the last one, so it is damaged rather than torn.
      damaged += 1;
      at = next;
      continue;
    }
    texts.push(text.text);
    at = text.end;
    wholeBytes = at;
  }
  return { texts, damaged, wholeBytes };
}

function recordAt(bytes: Uint8Array, at: number): { text: string; end: number } | null {
  if (at + headerBytes > bytes.length || !isMarker(bytes, at)) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + marker.length, true);
  const begin = at + headerBytes;
  const end = begin + length;
  if (end > bytes.length) return null;
  const body = bytes.subarray(begin, end);
  const said = bytes.subarray(at + marker.length + 4, begin);
  if (!checksumOf(body).every((byte, index) => byte === said[index])) return null;
  return { text: new TextDecoder().decode(body), end };
}

function checksumOf(body: Uint8Array): Uint8Array {
  return sha256(body).subarray(0, checksumBytes);
}

function isMarker(bytes: Uint8Array, at: number): boolean {
  return marker.every((byte, index) => bytes[at + index] === byte);
}

function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(marker[0], from); at !== -1; at = bytes.indexOf(marker[0], at + 1))
    if (isMarker(bytes, at)) return at;
  return -1;
}

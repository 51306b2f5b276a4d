import { sha256 } from '@noble/hashes/sha2.js';

/** Begins every record. Its first and last byte occur in no UTF-8 text, so no text of a record looks like a beginning. */
const marker = [0xff, 0x4d, 0x43, 0xfe] as const;
const checksumBytes = 8;
/** marker, length of the text (4 bytes, little end first), first bytes of its SHA-256 */
const headerBytes = marker.length + 4 + checksumBytes;

/** What a log holds. */
export type ScannedLog = {
  texts: string[];
  /** records that were whole once and are not readable any more */
  damaged: number;
  /** bytes up to the end of the last whole record: what stands behind was never finished */
  wholeBytes: number;
};

/** One record: a text with its length and checksum. */
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
 * Reads a log as far as it can be read. What does not end in a whole record is a write that a crash tore, and nobody was told
 * that it was kept. A damaged record in the middle is skipped up to the next beginning, and counted.
 */
export function scanLog(bytes: Uint8Array): ScannedLog {
  const texts: string[] = [];
  let [at, damaged, wholeBytes] = [0, 0, 0];
  while (at < bytes.length) {
    const text = recordAt(bytes, at);
    if (text === null) {
      const next = nextMarker(bytes, at + 1);
      if (next === -1) break;
      // Not the last one: it is damaged, and not torn.
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

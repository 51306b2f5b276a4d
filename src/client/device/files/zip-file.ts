export interface ZipEntry {
  name: string;
  text: string;
}

/** 1 January 1980: files of one content are the same bytes, whenever they are made. */
const noDate = 0x21;
const utf8Names = 0x0800;
const version = 20;

/** A zip archive whose entries are stored as they are: small ones need no compression, and everybody reads it. */
export function zipFile(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const bodies: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = encoder.encode(entry.name);
    const content = encoder.encode(entry.text);
    const facts = factsOf(name, content);
    const local = joined([words([0x4b50, 0x0403]), facts, words([0]), name, content]);
    directory.push(
      joined([words([0x4b50, 0x0201, version]), facts, words([0, 0, 0, 0, 0, 0]), doubleWord(offset), name]),
    );
    bodies.push(local);
    offset += local.length;
  }
  const list = joined(directory);
  const count = entries.length;
  const end = joined([
    words([0x4b50, 0x0605, 0, 0, count, count]),
    doubleWord(list.length),
    doubleWord(offset),
    words([0]),
  ]);
  return joined([...bodies, list, end]);
}

/** What the entry says of itself, the same beside its content and in the directory, up to the length of its name. */
function factsOf(name: Uint8Array, content: Uint8Array): Uint8Array {
  return joined([
    words([version, utf8Names, 0, 0, noDate]),
    doubleWord(checksum(content)),
    doubleWord(content.length),
    doubleWord(content.length),
    words([name.length]),
  ]);
}

function words(values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff]));
}

function doubleWord(value: number): Uint8Array {
  return words([value & 0xffff, value >>> 16]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** CRC-32 as zip wants it. */
function checksum(content: Uint8Array): number {
  let sum = ~0;
  for (const byte of content) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of the text in UTF-8, hex. */
export type Digest = (text: string) => string;

/** Runs wherever the domain does. A server passes its platform's digest, which is ten times faster. */
const portable: Digest = (text) => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * Returns the SHA-256, in hex, of a value's JSON with keys sorted at every level; absent and undefined
 * entries are equal. Synchronous, so that it can run inside the transaction that writes an operation.
 */
export function canonicalHash(value: unknown, digest = portable): string {
  return digest(canonicalJson(value));
}

/**
 * Returns the canonical JSON of a value: keys sorted at every level by UTF-16 code unit, "10" before "9". Its
 * hashes are stored permanently, so it must never change. Written directly, in a third of the time of a sorted copy for JSON.stringify.
 */
export function canonicalJson(value: unknown): string {
  return written(value) ?? 'null';
}

/** Returns undefined for what JSON omits from an object. */
function written(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item) ?? 'null').join()}]`;
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const entry = written((value as Readonly<Record<string, unknown>>)[key]);
    if (entry !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${entry}`;
  }
  return `{${text}}`;
}

/** Everything but printable ASCII without quote and backslash. */
const mayNeedEscape = /[^ !#-[\]-~]/;

function quoted(text: string): string {
  return mayNeedEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

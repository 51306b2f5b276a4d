import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from '#src/protocol/base64url.ts';
import type { VerifySignature } from '#src/protocol/verify-voucher.ts';

/**
 * ECDSA P-256 over SHA-256 by WebCrypto. Signatures are r and s of 32 bytes each, as everywhere in this
 * product.
 */
const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const digest = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Generates a key pair whose private key is not extractable. `publicKey`: raw point, base64url. */
export async function makeDevicePair(): Promise<{ privateKey: CryptoKey; publicKey: string }> {
  const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify']);
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey);
  return { privateKey: pair.privateKey, publicKey: toBase64Url(new Uint8Array(raw)) };
}

export async function signBytes(
  privateKey: CryptoKey,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign(digest, privateKey, message));
}

/** Returns the base64url signature of a text of protocol/signed-texts.ts. */
export async function signText(privateKey: CryptoKey, text: string): Promise<string> {
  return toBase64Url(await signBytes(privateKey, new Uint8Array(utf8ToBytes(text))));
}

export const verifySignature: VerifySignature = async (publicKey, message, signature) => {
  const raw = fromBase64Url(publicKey);
  if (!raw) return false;
  try {
    const key = await crypto.subtle.importKey('raw', raw, curve, false, ['verify']);
    return await crypto.subtle.verify(digest, key, signature, message);
  } catch {
    // Not a point of the curve, or no WebCrypto on plain http: nothing is proved.
    return false;
  }
};

/** Data to verify a PIN, as stored by `local/db/rows.ts`. */
type PinVerifier = { salt: string; iterations: number; tag: string };

/** Iterations of PBKDF2-SHA-256 for a new PIN: about a second on a cheap tablet. Stored with each PIN. */
const pinIterations = 300_000;

/** Generates the key under every PIN of this device; it is not extractable. */
export function makePinKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']);
}

/** Returns the verifier of a new PIN, to be stored. All texts base64url. */
export async function newPin(key: CryptoKey, pin: string, iterations = pinIterations): Promise<PinVerifier> {
  const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  return { salt, iterations, tag: await pinTag(key, pin, { salt, iterations }) };
}

/** PBKDF2 makes each guess slow. The HMAC prevents guessing away from this device. */
export async function pinTag(
  key: CryptoKey,
  pin: string,
  { salt, iterations }: Omit<PinVerifier, 'tag'>,
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

const exchange = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** Derives the AES-256-GCM key of the secret that both keys share, by HKDF-SHA-256. */
async function sealKey(
  privateKey: CryptoKey,
  theirs: CryptoKey,
  { salt, info }: { salt: Uint8Array<ArrayBuffer>; info: string },
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256);
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array(utf8ToBytes(info)) };
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [use]);
}

/**
 * Seals a text for the owner of a P-256 key: an ephemeral key pair, HKDF-SHA-256, AES-256-GCM. `info`: one of
 * protocol/signed-texts.ts. All texts base64url.
 */
export async function sealFor(
  publicKey: string,
  text: string,
  info: string,
): Promise<{ ephemeral: string; iv: string; body: string }> {
  const raw = fromBase64Url(publicKey) ?? new Uint8Array();
  const theirs = await crypto.subtle.importKey('raw', raw, exchange, false, []);
  const pair = await crypto.subtle.generateKey(exchange, false, ['deriveBits']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const key = await sealKey(pair.privateKey, theirs, { salt: point, info }, 'encrypt');
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const body = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(utf8ToBytes(text)));
  return { ephemeral: toBase64Url(point), iv: toBase64Url(iv), body: toBase64Url(new Uint8Array(body)) };
}

/** Cryptographic functions of this device, as a port of the commands. */
export const deviceCrypto = {
  verify: verifySignature,
  signBytes,
  signText,
  newPin: (key: CryptoKey, pin: string) => newPin(key, pin),
  pinTag,
  sealFor,
  makeDeviceKeys: async () => ({ ...(await makeDevicePair()), pinKey: await makePinKey() }),
};

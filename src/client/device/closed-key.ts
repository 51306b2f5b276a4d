import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/**
 * A key pair whose private half is encrypted by AES-256-GCM over PKCS #8. All texts base64url; `publicKey` is
 * the raw point.
 */
type ClosedKey = { publicKey: string; iv: string; body: string };

/**
 * Generates a key pair: encrypted by `wrapKey` for storage, and open for use while the page lives. The open
 * key is not extractable. `boundTo`: its owner; sealed for another it does not open.
 */
export async function makeClosedKey(
  wrapKey: CryptoKey,
  boundTo: string,
): Promise<{ closed: ClosedKey; privateKey: CryptoKey }> {
  const pair = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const publicKey = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const body = await crypto.subtle.encrypt(gcm(iv, boundTo, publicKey), wrapKey, pkcs8);
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['sign']);
  return { closed: { publicKey, iv: toBase64Url(iv), body: toBase64Url(new Uint8Array(body)) }, privateKey };
}

/** Throws when it was damaged, encrypted by another key, or belongs to another person. */
export async function openClosedKey(
  wrapKey: CryptoKey,
  { publicKey, iv, body }: ClosedKey,
  boundTo: string,
): Promise<CryptoKey> {
  const [nonce, bytes] = [fromBase64Url(iv), fromBase64Url(body)];
  if (!nonce || !bytes) throw new Error('not a closed key');
  const pkcs8 = await crypto.subtle.decrypt(gcm(nonce, boundTo, publicKey), wrapKey, bytes);
  return crypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['sign']);
}

function gcm(iv: Uint8Array<ArrayBuffer>, boundTo: string, publicKey: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new Uint8Array(utf8ToBytes(`${boundTo}\n${publicKey}`)) };
}

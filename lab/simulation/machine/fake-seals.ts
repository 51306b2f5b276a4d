import { utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';

/**
 * Seals for a simulated world: only the key that they name opens them, without waiting and without dice. Real seals are
 * tested with the protocol's vectors and in the browser.
 */
export function fakeSeal(key: string, info: string, text: string): string {
  return toBase64Url(new Uint8Array(utf8ToBytes(JSON.stringify({ key, info, text }))));
}

/** Returns the sealed text without its key, for judges, who see everything. */
export function peekFakeSeal(body: string): string {
  const bytes = fromBase64Url(body) ?? new Uint8Array();
  return (JSON.parse(new TextDecoder().decode(bytes)) as { text: string }).text;
}

/** Returns null when the text is for another key or purpose. */
export function openFakeSeal(key: string, info: string, body: string): string | null {
  const bytes = fromBase64Url(body);
  if (!bytes) return null;
  const sealed = JSON.parse(new TextDecoder().decode(bytes)) as { key: string; info: string; text: string };
  return sealed.key === key && sealed.info === info ? sealed.text : null;
}

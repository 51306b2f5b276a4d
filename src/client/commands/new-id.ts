import { toOpId, toVoucherId, type OpId, type VoucherId } from '#src/protocol/brands.ts';

/** Returns a fresh UUID. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  // Plain http on a market's own network has no randomUUID, but it has random values.
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns an id generated when a screen opens, so that a double tap on its button is one operation. */
export function newOpId(): OpId {
  return toOpId(newId());
}

/** Generated with the top-up's form, so that the voucher is the same however often it is sent. */
export function newVoucherId(): VoucherId {
  return toVoucherId(newId());
}

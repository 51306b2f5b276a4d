import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';

/** RFC 6238 with the settings of common authenticators: HMAC-SHA-1, steps of 30 s since 1970, six digits. */
const stepSeconds = 30;
const digits = 6;
/** Steps before and after now that are accepted, because the clocks of phones are not exact. */
const slackSteps = 1;

/** Returns the code of one step. */
export function totpAt(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0x0f;
  const value = mac.readUInt32BE(at) & 0x7f_ff_ff_ff;
  return String(value % 10 ** length).padStart(length, '0');
}

/** Returns the step of `code`, later than `after`. Returns null when no step near now matches or the code was used. */
export function stepOf(secret: Uint8Array, code: string, now: Date, after: number): number | null {
  const current = Math.floor(now.getTime() / 1000 / stepSeconds);
  for (let step = current - slackSteps; step <= current + slackSteps; step += 1) {
    const expected = Buffer.from(totpAt(secret, step));
    const given = Buffer.from(code);
    if (step > after && given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return null;
}

/** Returns the address that an authenticator reads from the QR code. */
export function totpUri(secret: Uint8Array, account: string): string {
  const issuer = 'Mercado Campesino';
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${base32nopad.encode(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

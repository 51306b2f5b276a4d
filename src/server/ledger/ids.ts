import { randomUUID } from 'node:crypto';
import {
  toMarketCode,
  toOpId,
  toVoucherId,
  type MarketCode,
  type OpId,
  type VoucherId,
} from '#src/protocol/brands.ts';

const maxCount = 0xfff;
/** Interleaved requests started within this time; an older time is intended, as in an import. */
const interleavedMs = 60_000;
let last = { at: 0, count: 0 };

/**
 * Returns a time-ordered UUID (RFC 9562, version 7), so that new rows are at the end of their index. Ids of
 * one millisecond are counted (6.2, method 1), so that rows of one batch keep their order in every list. An
 * earlier request continues the count of a later one, and a full millisecond continues in the next, so ids
 * keep the order of their creation. The random part comes from a version 4 UUID, which Node generates from a
 * pool; 16 bytes from the system each time would be 20 times slower.
 */
export function uuidV7(now = Date.now()): string {
  const random = randomUUID();
  // A count starts in the lower half, which leaves two thousand ids.
  last = nextAfter(last, now, Number.parseInt(random.slice(15, 18), 16) >> 1);
  const time = last.at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${last.count.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

function nextAfter({ at, count }: typeof last, now: number, first: number): typeof last {
  if (now > at || now < at - interleavedMs) return { at: now, count: first };
  return count < maxCount ? { at, count: count + 1 } : { at: at + 1, count: first };
}

/** Returns a lower bound of every id created from `time` on. */
export function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Returns an id for a call without an Idempotency-Key. */
export function newOpId(): OpId {
  return toOpId(randomUUID());
}

/**
 * Returns an id for a voucher that the server issues itself: a reward with an amount, or a top-up whose own id
 * another one has taken.
 */
export function newVoucherId(): VoucherId {
  return toVoucherId(randomUUID());
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns 8 random characters that cannot be misread (Crockford's base 32): 40 bits. */
export function randomCode(): string {
  return lettersOf(8, alphabet);
}

/** Returns such a code derived from the first 48 bits of a MAC. */
export function codeOfMac(mac: Buffer): string {
  return lettersOf(8, alphabet, mac.readUIntBE(0, 6));
}

const marketAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns a market code: six letters and digits without 0, 1, I and O. */
export function randomMarketCode(): MarketCode {
  return toMarketCode(lettersOf(6, marketAlphabet));
}

/** Returns up to 8 letters of 5 bits each, by default from the first 48 bits of a UUID, which are all random. */
function lettersOf(
  length: number,
  letters: string,
  bits = Number.parseInt(randomUUID().replace('-', '').slice(0, 12), 16),
): string {
  let code = '';
  for (let place = 0; place < length; place += 1) {
    code += letters.charAt(bits % 32);
    bits = Math.floor(bits / 32);
  }
  return code;
}

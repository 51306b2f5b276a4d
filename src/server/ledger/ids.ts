import { randomUUID } from 'node:crypto';
import {
  toMarketCode,
  toOpId,
  toVoucherId,
  type MarketCode,
  type OpId,
  type VoucherId,
} from '#src/contract/brands.ts';

const mostCount = 0xfff;
let last = { at: 0, count: 0 };

/**
 * A time-ordered UUID (RFC 9562, version 7): new rows land at the end of their index. Those of one millisecond are counted (6.2,
 * method 1), so that what a batch recorded in one moment stays in its order in every list. The random part comes from a version 4
 * UUID, which Node makes from a pool; asking the system for 16 bytes each time is 20 times slower.
 */
export function uuidV7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  const random = randomUUID();
  // It begins in the lower half, which leaves room for two thousand.
  const first = Number.parseInt(random.slice(15, 18), 16) >> 1;
  last = { at: now, count: last.at === now && last.count < mostCount ? last.count + 1 : first };
  return `${time.slice(0, 8)}-${time.slice(8)}-7${last.count.toString(16).padStart(3, '0')}${random.slice(18)}`;
}

/** What every id made from `time` on is larger than. */
export function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Of an operation that no device has named: a call without an Idempotency-Key. */
export function newOpId(): OpId {
  return toOpId(randomUUID());
}

/** Of a voucher that the server makes itself: a reward with an amount. */
export function newVoucherId(): VoucherId {
  return toVoucherId(randomUUID());
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 8 random characters that cannot be misread (Crockford's base 32): 40 bits. */
export function randomCode(): string {
  return lettersOf(8, alphabet);
}

const marketAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A market's code: six letters and digits without 0, 1, I and O. */
export function randomMarketCode(): MarketCode {
  return toMarketCode(lettersOf(6, marketAlphabet));
}

/** Up to 8 letters, 5 random bits each, from the first 48 bits of a UUID, which are all random. */
function lettersOf(length: number, letters: string): string {
  let bits = Number.parseInt(randomUUID().replace('-', '').slice(0, 12), 16);
  let code = '';
  for (let place = 0; place < length; place += 1) {
    code += letters.charAt(bits % 32);
    bits = Math.floor(bits / 32);
  }
  return code;
}

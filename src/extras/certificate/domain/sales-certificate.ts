import { utf8ToBytes } from '@noble/hashes/utils.js';
import { utf8 } from '@scure/base';
import type { KeySet } from '#src/contract/devices/schemas.ts';
import { fromBase64Url, toBase64Url } from '#src/domain/base64url.ts';
import type { VerifySignature } from '#src/domain/voucher/verify-voucher.ts';

/**
 * constancia de ventas: what a stall sold in a month or a year, in itself: "c1." and base64url of these bytes and their signature.
 *
 *     key id 1, year and month (0: all of it), issued (minutes since 1970), last day counted (days since 1970), days with a sale,
 *     market's code, its name, stall, its owner, number of months;
 *     of each month: which, sales, sold, voided, deducted, paid. Then 64 bytes of signature.
 *
 * Numbers after the key id are variable: 7 bits a byte, the lowest first, those that may be below 0 folded. A text is its length and
 * its UTF-8. Amounts in the smallest unit shown.
 */
export type SalesCertificate = {
  kid: number;
  year: number;
  /** 1 to 12, or null for the whole year. */
  month: number | null;
  /** Ms since 1970, whole minutes. */
  issuedAt: number;
  /** Ms since 1970: the start of the day in UTC, which identifies the day. */
  until: number;
  daysSold: number;
  marketCode: string;
  marketName: string;
  stallName: string;
  ownerName: string;
  months: readonly MonthOfSales[];
};

export type MonthOfSales = {
  /** 1 to 12 */
  month: number;
  count: number;
  sold: number;
  voided: number;
  /** Net of returned deductions: negative if more was returned than deducted. */
  deducted: number;
  paid: number;
};

const prefix = 'c1.';
const signatureBytes = 64;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const longestText = 200;

/** Returns the signed bytes: their purpose, and the certificate's contents. */
export function certificateMessage(certificate: SalesCertificate): Uint8Array<ArrayBuffer> {
  return messageOf(bytesOf(certificate));
}

export function writeCertificate(certificate: SalesCertificate, signature: Uint8Array): string {
  if (signature.length !== signatureBytes) throw new RangeError('a P-256 signature has 64 bytes');
  return prefix + toBase64Url(Uint8Array.from([...bytesOf(certificate), ...signature]));
}

export type VerifiedCertificate =
  | { ok: true; certificate: SalesCertificate }
  | { ok: false; fault: 'MALFORMED' | 'UNKNOWN_KEY' | 'BAD_SIGNATURE' };

/**
 * Returns whether one of these keys signed this text. A retired key signs nothing new, but its signatures
 * stay valid.
 */
export async function verifyCertificate(
  text: string,
  keys: { keys: readonly Pick<KeySet['keys'][number], 'kid' | 'publicKey'>[] },
  verify: VerifySignature,
): Promise<VerifiedCertificate> {
  const read = readCertificate(text);
  if (!read) return { ok: false, fault: 'MALFORMED' };
  const { certificate, body, signature } = read;
  const key = keys.keys.find(({ kid }) => kid === certificate.kid);
  if (!key) return { ok: false, fault: 'UNKNOWN_KEY' };
  const isSigned = await verify(key.publicKey, messageOf(body), signature);
  return isSigned ? { ok: true, certificate } : { ok: false, fault: 'BAD_SIGNATURE' };
}

type Read = {
  certificate: SalesCertificate;
  body: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
};

/** Returns null when the version is unknown, the text is cut off, or something follows its end. */
export function readCertificate(text: string): Read | null {
  const bytes = text.startsWith(prefix) ? fromBase64Url(text.slice(prefix.length)) : null;
  if (!bytes || bytes.length <= signatureBytes) return null;
  const body = bytes.slice(0, -signatureBytes);
  const certificate = parse(body);
  return certificate && { certificate, body, signature: bytes.slice(-signatureBytes) };
}

function messageOf(body: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...utf8ToBytes('mercado/sales/1\n'), ...body]);
}

function bytesOf(of: SalesCertificate): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [of.kid];
  const number = (value: number): void => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  const signed = (value: number): void => number(value < 0 ? -2 * value - 1 : 2 * value);
  for (const value of [of.year, of.month ?? 0]) number(value);
  for (const value of [of.issuedAt / minuteMs, of.until / dayMs, of.daysSold]) number(Math.floor(value));
  for (const text of [of.marketCode, of.marketName, of.stallName, of.ownerName]) {
    const written = utf8ToBytes(text);
    number(written.length);
    bytes.push(...written);
  }
  number(of.months.length);
  for (const { month, count, sold, voided, deducted, paid } of of.months) {
    for (const value of [month, count, sold, voided]) number(value);
    signed(deducted);
    number(paid);
  }
  return Uint8Array.from(bytes);
}

/** Returns null when the bytes are not UTF-8 text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.encode(bytes);
  } catch {
    return null;
  }
}

/**
 * Reads the fields in the order of writing. A body that is too short, too long or out of range is not a
 * certificate.
 */
function parse(body: Uint8Array<ArrayBuffer>): SalesCertificate | null {
  let at = 1;
  let isWhole = true;
  const number = (): number => {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = body[at++];
      if (byte === undefined || unit > 2 ** 49) isWhole = false;
      if (byte === undefined || !isWhole) return 0;
      value += (byte % 128) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  };
  const signed = (): number => {
    const value = number();
    return value % 2 === 0 ? value / 2 : 0 - (value + 1) / 2;
  };
  const words = (): string => {
    const length = number();
    if (length > longestText * 4 || at + length > body.length) isWhole = false;
    if (!isWhole) return '';
    at += length;
    const text = textOf(body.subarray(at - length, at));
    isWhole = text !== null;
    return text ?? '';
  };
  const [year, month, issued, until, daysSold] = [number(), number(), number(), number(), number()];
  const [marketCode, marketName, stallName, ownerName] = [words(), words(), words(), words()];
  const count = number();
  if (month > 12 || count > 12) return null;
  const months = Array.from({ length: count }, () => ({
    month: number(),
    count: number(),
    sold: number(),
    voided: number(),
    deducted: signed(),
    paid: number(),
  }));
  if (!isWhole || at !== body.length || months.some((one) => one.month < 1 || one.month > 12)) return null;
  return {
    kid: body[0] ?? 0,
    year,
    month: month === 0 ? null : month,
    issuedAt: issued * minuteMs,
    until: until * dayMs,
    daysSold,
    marketCode,
    marketName,
    stallName,
    ownerName,
    months,
  };
}

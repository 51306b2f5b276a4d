import { toVoucherId, type VoucherId } from './brands.ts';

/** Returns the contents of the QR: PUBLIC_URL/code-qr?userId=..&codeQrId=.. */
export function voucherLink(publicUrl: string, userId: string, codeQrId: VoucherId): string {
  return `${publicUrl.replace(/\/+$/, '')}/code-qr?userId=${userId}&codeQrId=${codeQrId}`;
}

/**
 * The longest link that we print. Up to this length a code at error level M needs at most version 12 (65
 * modules a side), which the cheap cameras of stalls can read at 40 mm.
 */
export const maxPrintedLink = 263;

/** Returns whether a voucher's link, with its proof, fits the largest code that we print. */
export function fitsPrintedCode(link: string): boolean {
  return link.length <= maxPrintedLink;
}

const anyId = toVoucherId('00000000-0000-0000-0000-000000000000');
/** "#v1." and 88 bytes as base64url: a kiosk's proof is longer than the server's. */
const longestProof = 4 + 118;

/** Returns the longest voucher link under this address. */
export function longestVoucherLink(publicUrl: string): string {
  return voucherLink(publicUrl, anyId, anyId).padEnd(
    voucherLink(publicUrl, anyId, anyId).length + longestProof,
    '-',
  );
}

/** Text of a QR code: a voucher's link, its bare uuid, or an unknown text. */
export type ScannedCode =
  | {
      kind: 'voucher';
      codeQrId: VoucherId;
      userId: string | null;
      /** The link's proof (protocol/voucher-proof.ts); empty without one. */
      proof: string;
      /** Host of the link, in lower case; null for a bare uuid. */
      host: string | null;
    }
  | { kind: 'foreign' };

/** Text typed by a person, who may also type the short code. */
export type TypedCode = ScannedCode | { kind: 'short-code'; code: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const link = /^https?:\/\/([^/?#\s]+)\/code-qr\?([^#\s]*)(?:#(\S*))?$/i;

/** Reads typed text. Each short code asks the server and counts as a guess, so a camera never reads one. */
export function readTypedCode(text: string): TypedCode {
  const code = readShortCode(text.trim());
  return code ? { kind: 'short-code', code } : readScannedCode(text);
}

/**
 * Accepts a link of any host: behind another name of the same market (LAN, public) the voucher is the same.
 * Eight letters are foreign: a crate's label looks like a short code.
 */
export function readScannedCode(text: string): ScannedCode {
  const trimmed = text.trim();
  if (uuid.test(trimmed))
    return {
      kind: 'voucher',
      codeQrId: toVoucherId(trimmed.toLowerCase()),
      userId: null,
      proof: '',
      host: null,
    };
  const [, host = '', query, fragment = ''] = link.exec(trimmed) ?? [];
  return query === undefined ? { kind: 'foreign' } : fromQuery(host.toLowerCase(), query, fragment);
}

/** Returns the voucher that a QR code names, or null for any other code. */
export function voucherIn(text: string): VoucherId | null {
  const scanned = readScannedCode(text);
  return scanned.kind === 'voucher' ? scanned.codeQrId : null;
}

function fromQuery(host: string, query: string, fragment: string): ScannedCode {
  const pairs = new Map(query.split('&').map((pair) => splitOnce(pair)));
  const codeQrId = pairs.get('codeQrId') ?? '';
  const userId = pairs.get('userId') ?? '';
  if (!uuid.test(codeQrId)) return { kind: 'foreign' };
  return {
    kind: 'voucher',
    codeQrId: toVoucherId(codeQrId.toLowerCase()),
    userId: uuid.test(userId) ? userId.toLowerCase() : null,
    proof: /^v[12]\./.test(fragment) ? fragment : '',
    host,
  };
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns the first 40 bits of a voucher's uuid in Crockford's base 32, "7K4M-2QXD", to type by hand. Two
 * vouchers may share one: a look-up that finds more than one must be refused.
 */
export function shortCodeOf(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll('-', '').slice(0, 10)}`);
  let code = '';
  for (let place = 0; place < 8; place += 1) {
    code = alphabet.charAt(Number(rest & 31n)) + code;
    rest >>= 5n;
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Returns the canonical form of a typed short code, or null. Accepts lower case, spaces, no dash, and O, I, L
 * as 0, 1, 1.
 */
export function readShortCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (code.length !== 8 || code.split('').some((letter) => !alphabet.includes(letter))) return null;
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

import { voucherLink } from './voucher-link.ts';

/**
 * The longest link that we print. Up to this length a code at error level M needs version 12 at most (65 modules a
 * side), which the cheap cameras of stalls can read at 40 mm.
 */
export const maxPrintedLink = 263;

/** Whether a voucher's link, with its proof, fits the largest code that we print. */
export function fitsPrintedCode(link: string): boolean {
  return link.length <= maxPrintedLink;
}

const anyId = '00000000-0000-0000-0000-000000000000';
/** "#v1." and 88 bytes as base64url: what a kiosk signs is longer than what the server does. */
const longestProof = 4 + 118;

/** The longest link of a voucher under this address. */
export function longestVoucherLink(publicUrl: string): string {
  return voucherLink(publicUrl, anyId, anyId).padEnd(
    voucherLink(publicUrl, anyId, anyId).length + longestProof,
    '-',
  );
}

import type { Pesos } from '#src/contract/brands.ts';
import type { ScannedSale } from '../use-voucher-lookup.ts';

export type CodeShare = { code: ScannedSale; price: Pesos };

/**
 * Returns the most a voucher can give: its balance with a link, the amount that the rules allow without one.
 * Smallest unit shown.
 */
export function mostOf(code: ScannedSale): Pesos {
  return code.kind === 'seen' ? code.voucher.monto : code.view.most;
}

/**
 * Distributes the price: each voucher gives what it can until nothing is missing, so the last one gives only
 * the rest. A voucher added too late gives nothing.
 */
export function sharesOf(codes: readonly ScannedSale[], price: number): CodeShare[] {
  let missing = price;
  return codes.flatMap((code) => {
    const part = Math.min(mostOf(code), missing);
    missing -= part;
    return part > 0 ? [{ code, price: part }] : [];
  });
}

export function missingOf(codes: readonly ScannedSale[], price: number): Pesos {
  return price - sharesOf(codes, price).reduce((sum, share) => sum + share.price, 0);
}

/** Returns the total of vouchers read offline, which share the device's one limit. */
export function givenWithoutLink(codes: readonly ScannedSale[], price: number): Pesos {
  return sharesOf(codes, price)
    .filter(({ code }) => code.kind === 'known')
    .reduce((sum, share) => sum + share.price, 0);
}

import type { Pesos } from '#src/contract/brands.ts';
import type { ScannedSale } from '../use-voucher-lookup.ts';

export type CodeShare = { code: ScannedSale; price: Pesos };

/** What a code can give: with a link all that it holds, without one what the rules allow. Smallest unit shown. */
export function mostOf(code: ScannedSale): Pesos {
  return code.kind === 'seen' ? code.voucher.monto : code.view.most;
}

/** Each code gives what it can until nothing is missing: the last one only that. A code that came too late gives nothing. */
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

/** What the codes read without a link give: the device's limit is for all of them together. */
export function givenWithoutLink(codes: readonly ScannedSale[], price: number): Pesos {
  return sharesOf(codes, price)
    .filter(({ code }) => code.kind === 'known')
    .reduce((sum, share) => sum + share.price, 0);
}

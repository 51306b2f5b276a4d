import { toAmount } from '#src/contract/brands.ts';
import type { SharedSaleCommand } from '#src/contract/money/shared-sale.ts';
import type { ScannedSale } from '../use-voucher-lookup.ts';

/** A code as the server showed it: with a link alone can several pay one sale. */
export type SeenCode = Extract<ScannedSale, { kind: 'seen' }>;

/** Each code gives what it holds until nothing is missing: the last one only that. A code that came too late gives nothing. */
export function sharesOf(codes: readonly SeenCode[], price: number): SharedSaleCommand['shares'] {
  let missing = price;
  return codes.flatMap(({ voucherId, ownerId, voucher }) => {
    const part = Math.min(voucher.monto, missing);
    missing -= part;
    return part > 0 ? [{ userId: ownerId, codeQrUuid: voucherId, price: toAmount(part) }] : [];
  });
}

export function missingOf(codes: readonly SeenCode[], price: number): number {
  return price - sharesOf(codes, price).reduce((sum, share) => sum + share.price, 0);
}

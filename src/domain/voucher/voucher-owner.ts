/**
 * Whether a voucher belongs to this customer. Its printed link may name a row that was merged, and so may the voucher: what counts is
 * the person whom each of them names now. `personId` undefined: no such customer is known.
 */
export function isVoucherOf(
  voucher: { ownerId: string; personId: string },
  customer: { id: string; personId: string | undefined },
): boolean {
  return voucher.ownerId === customer.id || voucher.personId === customer.personId;
}

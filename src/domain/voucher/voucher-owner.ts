/**
 * Returns whether a voucher belongs to this customer. Its printed link may name a merged row, and so may the
 * voucher; the current persons are compared. `personId` is undefined when the customer is unknown.
 */
export function isVoucherOf(
  voucher: { ownerId: string; personId: string },
  customer: { id: string; personId: string | undefined },
): boolean {
  return voucher.ownerId === customer.id || voucher.personId === customer.personId;
}

import type { LoadPurchaseRow } from '#src/client/shared/extra.ts';

/** Under a purchase on the page of its voucher: that it is wrong, and the answer. */
export const purchaseComplaint: LoadPurchaseRow = async (voucher) =>
  (await import('./client/purchase-complaint.tsx')).loadPurchaseComplaint(voucher);

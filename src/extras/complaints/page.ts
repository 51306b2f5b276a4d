import type { LoadPurchaseRow } from '#src/client/shared/extra.ts';

/** Below a purchase on its voucher's page: the form of a complaint, and its answer. */
export const purchaseComplaint: LoadPurchaseRow = async (voucher) =>
  (await import('./client/purchase-complaint.tsx')).loadPurchaseComplaint(voucher);

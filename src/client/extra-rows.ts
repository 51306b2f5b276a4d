import type { LoadPurchaseRow } from '#src/client/shared/extra.ts';
import { purchaseComplaint } from '#src/extras/complaints/page.ts';

/** Rows of extras under a purchase on the page of its voucher. This file is loaded with the list of purchases. */
export const purchaseRows: readonly LoadPurchaseRow[] = [purchaseComplaint];

import type { ReceiptLines } from './receipt-lines.ts';

/** What stands on the paper. */
export interface PrintedVoucher extends ReceiptLines {
  urlCodeQr: string;
  /** "$50,000" */
  amount: string;
  ownerName: string;
  identification: string;
  shortCode: string;
  /** ISO 8601 */
  createAt: string;
  pointName: string;
  marketName: string;
  operator: string;
}

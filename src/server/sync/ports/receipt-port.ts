import type { OpId } from '#src/protocol/brands.ts';
import type { FoundReceipt, Receipt, ReceiptBook, ReceiptKey } from '#src/server/ledger/receipts.ts';

export type ReceiptPort = {
  /** By id, kind and body. No receipt is read by id only. */
  findReceipt(key: ReceiptKey): Promise<FoundReceipt>;
  readReceipts(opIds: readonly OpId[]): Promise<ReceiptBook>;
  /** Returns whether the id has been used for any operation. */
  isAnswered(opId: OpId): Promise<boolean>;
  /** Stores the first answer to an operation, permanently. Fails with 23505 when there is one. */
  insertReceipt(receipt: Receipt, recordedAt: Date): Promise<void>;
  insertReceipts(receipts: readonly Receipt[], recordedAt: Date): Promise<void>;
};

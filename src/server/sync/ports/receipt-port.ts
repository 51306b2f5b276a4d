import type { OpId } from '#src/contract/brands.ts';
import type { FoundReceipt, Receipt, ReceiptBook, ReceiptKey } from '#src/server/ledger/receipts.ts';

export type ReceiptPort = {
  /** By id, kind and body; nothing reads a receipt by its id alone. */
  findReceipt(key: ReceiptKey): Promise<FoundReceipt>;
  readReceipts(opIds: readonly OpId[]): Promise<ReceiptBook>;
  /** Whether the id has been used, whatever for. */
  isAnswered(opId: OpId): Promise<boolean>;
  /** Whether a withdrawal has forbidden it for ever. */
  isWithdrawn(opId: OpId): Promise<boolean>;
  /** The first answer to an operation, for ever. Fails with 23505 when there is one. */
  insertReceipt(receipt: Receipt, recordedAt: Date): Promise<void>;
  insertReceipts(receipts: readonly Receipt[], recordedAt: Date): Promise<void>;
};

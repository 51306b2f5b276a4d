import type { RefusalCode } from '#src/contract/refusal-code.ts';

/** What a receipt keeps: the first answer to an operation, for ever, refusals included. */
export type StoredAnswer<Receipt> =
  | { kind: 'done'; receipt: Receipt; replayed: boolean }
  | { kind: 'refused'; code: RefusalCode; left?: number; max?: number; replayed: boolean };

/** A row of the receipt table, or of a statement that has just written one. */
export type ReceiptRow = {
  body_hash: string;
  refusal: RefusalCode | null;
  answer: Record<string, unknown>;
  replayed: boolean;
};

/** The row as an answer for the caller whose body has `hash`; another body under the same key is KEY_REUSED. */
export function toStoredAnswer<Receipt>(
  row: ReceiptRow,
  hash: string,
  read: (answer: Record<string, unknown>) => Receipt,
): StoredAnswer<Receipt> {
  const { replayed, refusal } = row;
  if (row.body_hash !== hash) return { kind: 'refused', code: 'KEY_REUSED', replayed: false };
  if (refusal === null) return { kind: 'done', receipt: read(row.answer), replayed };
  const left = row.answer['left'];
  return typeof left === 'number'
    ? { kind: 'refused', code: refusal, left, replayed }
    : { kind: 'refused', code: refusal, replayed };
}

import type { RefusalCode } from '#src/contract/refusal-code.ts';
import type { MoneyDb } from './money-db.ts';
import type { OperationReceipt } from './operation.ts';
import { changeFate } from './outbox.ts';

/**
 * The server's answer becomes the operation's fate, in one transaction. Both are final. A crash before it leaves the
 * operation open: it is sent again, and the server answers the same.
 */
export function applyReceipt(
  db: MoneyDb,
  opId: string,
  receipt: OperationReceipt,
  now: number,
): Promise<boolean> {
  return changeFate(db, opId, { state: 'accepted', receipt, lastError: null, message: '', changedAt: now });
}

export function applyRefusal(
  db: MoneyDb,
  opId: string,
  refusal: { code: RefusalCode; message: string },
  now: number,
): Promise<boolean> {
  const { code, message } = refusal;
  return changeFate(db, opId, { state: 'refused', lastError: code, message, changedAt: now });
}

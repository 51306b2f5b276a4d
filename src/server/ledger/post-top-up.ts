import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/top-up.ts';
import { shortCodeOf } from '#src/domain/short-code.ts';
import { toStoredAnswer, type ReceiptRow, type StoredAnswer } from '#src/server/replay/stored-answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { topUpStatement } from './top-up-statement.ts';
import { uuidV7 } from './uuid-v7.ts';

export type TopUpEntry = {
  op: string;
  hash: string;
  voucher: string;
  customer: string;
  /** smallest unit shown */
  amount: number;
  topUpPoint: string;
  recordedAt: Date;
  expiresAt: Date | null;
  urlCodeQr: string;
  /** a kiosk may have handed it out before the server knew it */
  isKioskSigned?: boolean;
  /** a manager let it pass: the point need not be active */
  isReviewed?: boolean;
};

/** Posts one top-up exactly once and answers with its receipt, the same one for every replay. */
export function postTopUp(database: Database, entry: TopUpEntry): Promise<StoredAnswer<TopUpReceipt>> {
  const money: Session = { query: (statement) => database.query(statement, 'money') };
  return retryConflicts(() => postTopUpIn(money, entry));
}

/** The same inside the caller's transaction: 23505 when a twin was first. */
export async function postTopUpIn(session: Session, entry: TopUpEntry): Promise<StoredAnswer<TopUpReceipt>> {
  const { rows } = await session.query<ReceiptRow>({
    name: 'top-up',
    text: topUpStatement,
    values: [
      entry.op,
      entry.hash,
      entry.voucher,
      entry.customer,
      entry.amount,
      entry.topUpPoint,
      uuidV7(),
      shortCodeOf(entry.voucher),
      entry.recordedAt,
      entry.expiresAt,
      entry.urlCodeQr,
      entry.isReviewed ?? false,
      entry.isKioskSigned ?? false,
    ],
  });
  const [row] = rows;
  if (!row) throw new Error(`the ledger gave no answer to operation ${entry.op}`);
  return toStoredAnswer(row, entry.hash, (answer) => topUpReceiptSchema.parse(answer));
}

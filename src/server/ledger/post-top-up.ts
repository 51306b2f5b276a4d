import { topUpReceiptSchema, type TopUpReceipt } from '#src/contract/top-up.ts';
import { shortCodeOf } from '#src/domain/short-code.ts';
import { toStoredAnswer, type ReceiptRow, type StoredAnswer } from '#src/server/replay/stored-answer.ts';
import type { Database } from '#src/server/store/database.ts';
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
};

/** Posts one top-up exactly once and answers with its receipt, the same one for every replay. */
export async function postTopUp(database: Database, entry: TopUpEntry): Promise<StoredAnswer<TopUpReceipt>> {
  const row = await retryConflicts(async () => {
    const result = await database.query<ReceiptRow>(
      {
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
        ],
      },
      'money',
    );
    return result.rows[0];
  });
  if (!row) throw new Error(`the ledger gave no answer to operation ${entry.op}`);
  return toStoredAnswer(row, entry.hash, (answer) => topUpReceiptSchema.parse(answer));
}

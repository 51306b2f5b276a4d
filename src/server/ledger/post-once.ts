import type { RefusalCode } from '#src/contract/refusal-code.ts';
import { toStoredAnswer, type ReceiptRow, type StoredAnswer } from '#src/server/replay/stored-answer.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { retryConflicts } from './retry-conflicts.ts';

/** What a posting came to: the receipt to keep, or a refusal, with what there is when the sentence names it. */
export type Outcome<Receipt> =
  | { ok: true; receipt: Receipt }
  | { ok: false; code: RefusalCode; left?: number };

export function refused(code: RefusalCode, left?: number): { ok: false; code: RefusalCode; left?: number } {
  return left === undefined ? { ok: false, code } : { ok: false, code, left };
}

/** `hash` must cover who asks: a key of one person is never an answer for another. */
export type Once = { op: string; hash: string; recordedAt: Date };

/**
 * Runs `work` and keeps its receipt in one transaction, once for the operation's id; every replay gets the first answer,
 * refusals included. Of two copies at once one fails at the receipt's key, takes all of its work back, and finds the
 * receipt when it is asked again. A crash before the commit leaves nothing.
 *
 * For what is rare. The two calls of every minute have their own statements (purchase-statement, top-up-statement).
 */
export async function postOnce<Receipt extends object>(
  database: Database,
  { op, hash, recordedAt }: Once,
  read: (answer: unknown) => Receipt,
  work: (session: Session) => Promise<Outcome<Receipt>>,
): Promise<StoredAnswer<Receipt>> {
  const row = await retryConflicts(() =>
    database.transaction(async (session): Promise<ReceiptRow> => {
      const kept = await session.query<Omit<ReceiptRow, 'replayed'>>({
        name: 'receipt',
        text: 'select body_hash, refusal, answer from receipt where op_id = $1',
        values: [op],
      });
      if (kept.rows[0]) return { ...kept.rows[0], replayed: true };
      const outcome = await work(session);
      const refusal = outcome.ok ? null : outcome.code;
      const answer = outcome.ok ? outcome.receipt : { left: outcome.left };
      await session.query({
        name: 'keep-receipt',
        text: 'insert into receipt (op_id, body_hash, refusal, answer, recorded_at) values ($1, $2, $3, $4, $5)',
        values: [op, hash, refusal, JSON.stringify(answer), recordedAt],
      });
      return { body_hash: hash, refusal, answer: answer as Record<string, unknown>, replayed: false };
    }, 'money'),
  );
  return toStoredAnswer(row, hash, read);
}

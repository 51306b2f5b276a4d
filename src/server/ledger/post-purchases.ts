import type { PurchaseReceipt } from '#src/contract/purchase.ts';
import { purchaseReceiptSchema } from '#src/contract/purchase.ts';
import { toStoredAnswer, type ReceiptRow, type StoredAnswer } from '#src/server/replay/stored-answer.ts';
import type { Session } from '#src/server/store/database.ts';
import type { PurchaseEntry } from './purchase-entry.ts';
import { purchaseStatement } from './purchase-statement.ts';
import { randomCode } from './random-code.ts';
import { uuidV7 } from './uuid-v7.ts';

export type OutcomeRow = Omit<ReceiptRow, 'refusal'> & { n: number; refusal: ReceiptRow['refusal'] | 'RACE' };

/** Posts these purchases by one statement and answers each one's outcome by its place. No voucher and no operation twice. */
export async function postPurchases(
  session: Session,
  now: Date,
  entries: readonly PurchaseEntry[],
): Promise<Map<number, OutcomeRow>> {
  const input = entries
    .map((entry, n) => ({ ...entry, n, kind: 'purchase', movement: uuidV7(), code: `C-${randomCode()}` }))
    .sort((a, b) => (a.voucher < b.voucher ? -1 : 1));
  const result = await session.query<OutcomeRow>({
    name: 'purchase',
    text: purchaseStatement,
    values: [JSON.stringify(input), now],
  });
  return new Map(result.rows.map((row) => [row.n, row]));
}

const mostRaces = 8;

/** One purchase inside the caller's transaction. */
export async function postPurchaseIn(
  session: Session,
  now: Date,
  entry: PurchaseEntry,
): Promise<StoredAnswer<PurchaseReceipt>> {
  for (let race = 0; race < mostRaces; race += 1) {
    const row = (await postPurchases(session, now, [entry])).get(0);
    if (row && row.refusal !== 'RACE') return readOutcome({ ...row, refusal: row.refusal }, entry.hash);
  }
  throw new Error(`the voucher of operation ${entry.op} kept changing`);
}

/** Purchases of different vouchers inside the caller's transaction, by their operation; one that lost a race is not among them. */
export async function postPurchasesIn(
  session: Session,
  now: Date,
  entries: readonly PurchaseEntry[],
): Promise<Map<string, StoredAnswer<PurchaseReceipt>>> {
  const outcomes = await postPurchases(session, now, entries);
  const answers = new Map<string, StoredAnswer<PurchaseReceipt>>();
  for (const [n, entry] of entries.entries()) {
    const row = outcomes.get(n);
    if (row && row.refusal !== 'RACE')
      answers.set(entry.op, readOutcome({ ...row, refusal: row.refusal }, entry.hash));
  }
  return answers;
}

export function readOutcome(row: ReceiptRow, hash: string): StoredAnswer<PurchaseReceipt> {
  return toStoredAnswer(row, hash, (kept) => purchaseReceiptSchema.parse(kept));
}

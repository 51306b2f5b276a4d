import type { MoneyDb } from './money-db.ts';
import type { SignatureRow } from './rows.ts';

/** Signatures held, in the order of `opIds`; undefined where there is none yet. */
export async function readSignatures(db: MoneyDb, opIds: readonly string[]): Promise<(string | undefined)[]> {
  return (await db.signatures.bulkGet([...opIds])).map((row) => row?.sig);
}

/** A second signature of the same hash is as good: whoever writes last wins, and nothing is lost. */
export async function keepSignatures(db: MoneyDb, rows: readonly SignatureRow[]): Promise<void> {
  await db.signatures.bulkPut(rows);
}

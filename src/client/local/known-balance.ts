import { findBalance, type BalanceList } from '#src/domain/balance-snapshot.ts';
import type { MoneyDb } from './money-db.ts';
import type { KnownBalance } from './rows.ts';

/** A list and a receipt made within this time of each other may have missed one another: the smaller one holds. */
const overlapMs = 2 * 60_000;

/** Keeps what is newest. An answer given again tells of its own time and never undoes a newer one. */
export async function noteBalance(db: MoneyDb, known: KnownBalance): Promise<void> {
  const held = await db.balances.get(known.voucherId);
  if (held && held.asOf > known.asOf) return;
  const isTie = held?.asOf === known.asOf;
  await db.balances.put(isTie ? { ...known, balance: Math.min(held.balance, known.balance) } : known);
}

/** The newest of list and receipts; null: never heard of. */
export async function readKnownBalance(
  db: MoneyDb,
  list: BalanceList | null,
  voucherId: string,
): Promise<{ balance: number; asOf: number } | null> {
  const heard = await db.balances.get(voucherId);
  const inList = list ? findBalance(list, voucherId) : null;
  if (!list || inList === null) return heard ?? null;
  const listed = { balance: inList, asOf: list.asOf };
  if (!heard) return listed;
  if (Math.abs(heard.asOf - listed.asOf) < overlapMs) return heard.balance <= listed.balance ? heard : listed;
  return heard.asOf > listed.asOf ? heard : listed;
}

/** A new list makes what was heard before it superfluous. */
export async function forgetBalancesBefore(db: MoneyDb, listAsOf: number): Promise<void> {
  await db.balances
    .where('asOf')
    .below(listAsOf - overlapMs)
    .delete();
}

import { getMany } from '#src/client/local/db/get-many.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { isFinal, type Operation } from '#src/client/local/db/operation.ts';
import type { AppliedAnswer, Tally } from '#src/client/local/db/rows.ts';
import type { OpId } from '#src/contract/brands.ts';
import { readOperations } from './outbox.ts';
import { amountOf, listOf } from './read-outbox.ts';

/** Returns the sales and top-ups among these operations. */
export function tally(operations: readonly Operation[]): Tally {
  const counted = operations.filter(isMoney);
  return {
    count: counted.length,
    sum: counted.reduce((sum, operation) => sum + amountOf(operation), 0),
  };
}

/** An acceptance or a void belongs to the sale or top-up that it names. */
function isMoney({ envelope }: Operation): boolean {
  return envelope?.kind === 'purchase' || envelope?.kind === 'top-up';
}

/** Returns the outcomes of these operations as stored. */
export async function tallyOutcomes(
  db: MoneyDb,
  opIds: readonly OpId[],
): Promise<Pick<AppliedAnswer, 'done' | 'review' | 'waiting'>> {
  const statuses = (await getMany(db.fates, opIds)).flatMap((status) => status ?? []);
  const operations = await readOperations(db, statuses);
  const ofKind = (wanted: ReturnType<typeof standOf>): Tally =>
    tally(operations.filter((operation) => standOf(operation) === wanted));
  return { done: ofKind('done'), review: ofKind('review'), waiting: ofKind('waiting') };
}

function standOf(operation: Operation): 'done' | 'review' | 'waiting' | 'open' {
  const { status, acceptance } = operation;
  const states = new Set([status.state, acceptance?.state]);
  // The refusal of a sale whose goods were handed over says nothing before its acceptance is settled.
  if (states.has('in-review')) return 'review';
  if (acceptance && !isFinal(acceptance)) return states.has('waiting-top-up') ? 'waiting' : 'open';
  if (status.state === 'waiting-top-up') return 'waiting';
  const list = listOf(operation);
  if (list === 'sent') return 'done';
  return list === 'review' ? 'review' : 'open';
}

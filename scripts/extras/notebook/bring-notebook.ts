import { randomUUID } from 'node:crypto';
import type { MonthDeps } from '#scripts/month/month-deps.ts';
import type { MonthBeginning } from '#scripts/month/story.ts';
import { beginSheet, bringRows } from '#src/extras/notebook/server/sheets.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';

/** Number of stalls in each market's notebook, and the first one's balance; each next one has 1,000 more. */
const stalls = 4;
const firstOwed = 12_000;

/** Before the first day each market imports its notebook. */
export const bringNotebooks: MonthBeginning = async ({ deps, people }) => {
  for (const { actor, code } of people.markets) await bring(deps, actor, code);
  return { sheets: people.markets.length };
};

async function bring(deps: MonthDeps, actor: Actor, code: string): Promise<void> {
  const rows = Array.from({ length: stalls }, (_, n) => ({
    row: n + 1,
    name: `Cuaderno ${code} ${n + 1}`,
    ownerName: `Dueña ${n + 1} de ${code}`,
    amount: toAmount(firstOwed + 1_000 * n),
  }));
  const { _id: id } = done(
    await beginSheet(
      deps,
      actor,
      {
        kind: 'stalls',
        fileName: 'cuaderno.csv',
        fileHash: 'c'.repeat(64),
        rows: rows.length,
        amount: toAmount(rows.reduce((sum, { amount }) => sum + amount, 0)),
      },
      toOpId(randomUUID()),
    ),
  );
  done(await bringRows(deps, actor, { id, lines: { kind: 'stalls', rows } }, toOpId(randomUUID())));
}

function done<Receipt>(answer: StoredAnswer<Receipt>): Receipt {
  if (answer.kind !== 'done') throw new Error(`a notebook of the month was refused: ${answer.code}`);
  return answer.receipt;
}

import { cellFault } from '#src/domain/identification.ts';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { BringCommand, LineStatuses, Sheet, SheetLines } from '#src/extras/notebook/contract/schemas.ts';
import { decideSheetRows, type RowsOfSheet, type SheetFacts } from '#src/extras/notebook/domain/sheet.ts';
import { postOpening, type OpeningAct } from '#src/operations/opening/post.ts';
import { voucherExpiry } from '#src/protocol/voucher-proof.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { Context } from '#src/server/context.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import { lockMarketAccount } from '#src/server/ledger/accounts.ts';
import { newVoucherId, uuidV7 } from '#src/server/ledger/ids.ts';
import type { Posted } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { insertRow, lockRow } from '#src/server/store/rows.ts';
import { judgeLines, type Judged } from './judge-lines.ts';
import { makeLines } from './make-lines.ts';
import { readSheet, readSheets, type SheetRow } from './reads.ts';

export type SheetDeps = Pick<Context, 'database' | 'now' | 'voucherLife' | 'voucherLinks'>;

/** Previews the outcome of rows. Writes nothing. */
export async function checkRows(deps: SheetDeps, actor: Actor, lines: SheetLines): Promise<LineStatuses> {
  return statusesOf(await judgeLines(deps.database, ownMarket(actor), lines));
}

/** Traer hoja: announces an import, with its person and its maximum sum. The rows follow. */
export const beginSheet = staffCall(sheetCalls.beginSheet, (_deps, actor, command) => {
  const market = ownMarket(actor);
  const { kind, fileName, fileHash, rows, amount = 0 } = command;
  return async (session, { recordedAt }) => {
    const id = uuidV7(recordedAt.getTime());
    const by = { marketId: market, broughtBy: actor.id, createdAt: recordedAt };
    await insertRow(session, 'sheet', { id, kind, fileName, fileHash, rowCount: rows, amount, ...by });
    await writeDecision(session, {
      kind: 'sheet-brought',
      actor,
      marketId: market,
      subject: { type: 'SHEET', id, name: fileName },
      after: { kind, rows, monto: amount, fileHash },
      recordedAt,
    });
    const [sheet] = await readSheets(session, market, id);
    return sheet ? { kind: 'done', receipt: sheet } : { kind: 'refuse', code: 'NOT_FOUND' };
  };
});

/**
 * Imports some rows of a sheet, once for the operation and once for each row. A row that was imported before
 * is unchanged.
 */
export const bringRows = staffCall(
  sheetCalls.bringSheetRows,
  (deps: SheetDeps, actor, command) => (session, act) => {
    const expiresAt = voucherExpiry(act.recordedAt, deps.voucherLife);
    return postRows(session, { ...act, market: ownMarket(actor), expiresAt, command });
  },
);

type RowsAct = OpeningAct & { expiresAt: Date | null; command: BringCommand };

/**
 * Takes locks in a fixed order: the market, its opening account, then the new rows, which no other
 * transaction can see yet.
 */
async function postRows(session: Session, act: RowsAct): Promise<Posted<LineStatuses>> {
  const { market, command } = act;
  const { id, lines } = command;
  // The device named these rows; a spoiled number would give one person's balance to another.
  if (
    lines.kind === 'customers' &&
    lines.rows.some(({ identificacion }) => cellFault(identificacion) !== null)
  )
    return { kind: 'refuse', code: 'INVALID_REQUEST' };
  // Imports of its people run one after the other, and a name is created once.
  await lockRow(session, 'market', market);
  await lockMarketAccount(session, 'opening', market);
  const sheet = await readSheet(session, market, id);
  const came = await readCame(session, id);
  const rest = lines.rows.filter(({ row }) => !came.has(row));
  // The kind is that of `lines`, which the type of a filter loses.
  const judged = await judgeLines(session, market, { ...lines, rows: rest } as SheetLines);
  const fresh = judged.filter(({ subjectId }) => subjectId !== null);
  const opened = fresh.map((one): number => (one.opens ? amountOf(one) : 0));
  const decision = decideSheetRows(
    { kind: lines.kind, fresh: sumOfRows(opened) },
    { sheet: sheet && factsOf(sheet), came: sumOfRows([...came.values()]) },
  );
  if (decision.kind === 'refuse') return decision;
  await makeLines(session, act, lines.kind, fresh);
  await insertRows(session, act, fresh, await openAll(session, act, fresh));
  const { rows: statuses } = statusesOf(judged);
  const again = lines.rows.filter(({ row }) => came.has(row));
  return {
    kind: 'done',
    receipt: { rows: [...statuses, ...again.map(({ row }) => ({ row, status: 'there' as const }))] },
  };
}

/** `openings`: the opening balance of each row, 0 for none. */
function sumOfRows(openings: readonly number[]): RowsOfSheet {
  return { rows: openings.length, opening: openings.reduce((sum, one) => sum + one, 0) };
}

function factsOf({ kind, row_count, amount }: SheetRow): SheetFacts['sheet'] {
  return { kind, announced: { rows: row_count, opening: amount } };
}

/**
 * Posts the opening balances of these rows, ordered by their subjects, so that accounts are always locked in
 * the same order.
 */
async function openAll(
  session: Session,
  act: RowsAct,
  fresh: readonly Judged[],
): Promise<Map<number, string>> {
  const movements = new Map<number, string>();
  const isStall = act.command.lines.kind === 'stalls';
  const owed = fresh.filter(({ opens }) => opens);
  for (const one of owed.toSorted((a, b) => ((a.subjectId ?? '') < (b.subjectId ?? '') ? -1 : 1))) {
    const id = one.subjectId ?? '';
    const amount = amountOf(one);
    const { expiresAt } = act;
    movements.set(
      one.line.row,
      await postOpening(
        session,
        act,
        isStall
          ? { to: 'stall', stallId: id, amount }
          : { to: 'customer', customerId: id, voucherId: newVoucherId(), expiresAt, amount },
        String(one.line.row),
      ),
    );
  }
  return movements;
}

function amountOf({ line }: Judged) {
  if (!('amount' in line) || line.amount === undefined) throw new Error(`row ${line.row} owes nothing`);
  return line.amount;
}

/** Returns the rows imported earlier, each with its opening balance. */
async function readCame(session: Session, id: string): Promise<Map<number, number>> {
  const { rows } = await session.query<{ row_number: number; amount: number }>({
    name: 'rows-that-came',
    text: `select r.row_number, coalesce(g.amount, 0)::bigint as amount
      from sheet_row r left join opening_balance g on g.movement_id = r.opening_id where r.sheet_id = $1`,
    values: [id],
  });
  return new Map(rows.map((row) => [row.row_number, row.amount]));
}

async function insertRows(
  session: Session,
  { command }: RowsAct,
  fresh: readonly Judged[],
  movements: Map<number, string>,
): Promise<void> {
  await session.query({
    name: 'insert-sheet-rows',
    text: `insert into sheet_row (sheet_id, row_number, subject_id, is_new, opening_id)
      select $1, n, subject, is_new, opening
      from unnest($2::int[], $3::uuid[], $4::boolean[], $5::uuid[]) as r (n, subject, is_new, opening)`,
    values: [
      command.id,
      fresh.map(({ line }) => line.row),
      fresh.map(({ subjectId }) => subjectId),
      fresh.map(({ status }) => status === 'made'),
      fresh.map(({ line }) => movements.get(line.row) ?? null),
    ],
  });
}

function statusesOf(judged: readonly Judged[]): LineStatuses {
  return { rows: judged.map(({ line, status }) => ({ row: line.row, status })) };
}

export async function findSheet(deps: SheetDeps, actor: Actor, id: string): Promise<Answer<Sheet>> {
  const [sheet] = await readSheets(deps.database, ownMarket(actor), id);
  return sheet ? done(sheet) : refuse('NOT_FOUND');
}

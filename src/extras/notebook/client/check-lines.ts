import { callServer } from '#src/client/api/call-server.ts';
import { failureText } from '#src/client/queries/failure-text.ts';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { LineStatus, SheetKind, SheetLines } from '#src/extras/notebook/contract/schemas.ts';
import { maxRowsAtOnce } from '#src/extras/notebook/contract/sheet-limits.ts';
import { type AnyLine, type Entry, readLines } from '#src/extras/notebook/domain/read-lines.ts';
import type { Table } from '#src/extras/notebook/domain/template.ts';

/** A row on screen: the values read from it, and the market's answer, undefined for a row with a fault. */
export interface CheckedRow extends Entry {
  status: LineStatus | undefined;
}
export interface CheckedTable {
  kind: SheetKind;
  rows: readonly CheckedRow[];
}

const stops: ReadonlySet<LineStatus> = new Set(['email-taken', 'over-limit']);

export function isGood({ line, status }: CheckedRow): boolean {
  return line !== null && status !== undefined && !stops.has(status);
}

/** Reads a table and asks the market about every valid row. Resolves to the failure's sentence, if any. */
export async function checkTable(table: Table): Promise<CheckedTable | string> {
  const { kind } = table;
  const entries = readLines(table);
  const lines = entries.flatMap(({ line }) => line ?? []);
  const statuses = new Map<number, LineStatus>();
  for (let at = 0; at < lines.length; at += maxRowsAtOnce) {
    const body = linesOf(kind, lines.slice(at, at + maxRowsAtOnce));
    const outcome = await callServer(sheetCalls.checkSheetRows, { body });
    if (outcome.kind !== 'ok') return failureText(outcome);
    for (const { row, status } of outcome.data.rows) statuses.set(row, status);
  }
  return { kind, rows: entries.map((entry) => ({ ...entry, status: statuses.get(entry.row) })) };
}

/** `lines` were read for this kind. */
export function linesOf(kind: SheetKind, lines: readonly AnyLine[]): SheetLines {
  return { kind, rows: [...lines] } as SheetLines;
}

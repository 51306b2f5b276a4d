import { useMemo, useState } from 'react';
import { callServer } from '#src/client/api/call-server.ts';
import { failureText } from '#src/client/shared/problem/failure-text.ts';
import type { ReadSheet } from '#src/extras/notebook/client/files/read-sheets.ts';
import { sheetCalls } from '#src/extras/notebook/contract/calls.ts';
import type { LineFate, SheetKind, SheetLines } from '#src/extras/notebook/contract/schemas.ts';
import { maxRowsAtOnce } from '#src/extras/notebook/contract/sheet-limits.ts';
import type { ColumnField } from '#src/extras/notebook/domain/columns.ts';
import { findTable } from '#src/extras/notebook/domain/find-table.ts';
import { type AnyLine, type Entry, readLines, type Values } from '#src/extras/notebook/domain/read-lines.ts';

/** A row on screen: the values read from it, and the market's answer, undefined before it was asked. */
export interface ShownRow extends Entry {
  fate: LineFate | undefined;
}

const stops: ReadonlySet<LineFate> = new Set(['email-taken', 'unknown-stall', 'over-limit']);

/** The row has no known fault. */
export function isGood({ line, fate }: ShownRow): boolean {
  return line !== null && (fate === undefined || !stops.has(fate));
}

/** A person's decisions about one sheet: columns, corrections, rows left out. The rest is derived from them. */
export function useSheet(kind: SheetKind, sheet: ReadSheet) {
  const table = useMemo(() => findTable(kind, sheet.rows), [kind, sheet]);
  const [chosen, setChosen] = useState<readonly (ColumnField | null)[]>(table.columns);
  const [cells, setCells] = useState<ReadonlyMap<number, Values>>(new Map());
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const [out, setOut] = useState<ReadonlySet<number>>(new Set());
  const [fates, setFates] = useState<ReadonlyMap<number, { of: string; fate: LineFate }>>(new Map());
  const rows = useMemo((): ShownRow[] => {
    const taken = table.rows.filter(({ row }) => !out.has(row));
    return readLines(kind, taken, chosen, { cells, kept }).map((entry) => {
      const known = entry.line === null ? undefined : fates.get(entry.row);
      return { ...entry, fate: known?.of === lineKey(entry.line) ? known?.fate : undefined };
    });
  }, [kind, table, chosen, cells, kept, out, fates]);

  /**
   * Asks the market about every valid row that it was not asked about yet. Resolves to the failure's
   * sentence, if any.
   */
  async function check(onRow: (done: number, all: number) => void): Promise<ShownRow[] | string> {
    const unasked = rows.flatMap(({ line, fate }) => (line !== null && fate === undefined ? [line] : []));
    const found = new Map(fates);
    for (let at = 0; at < unasked.length; at += maxRowsAtOnce) {
      onRow(at, unasked.length);
      const lines = unasked.slice(at, at + maxRowsAtOnce);
      const outcome = await callServer(sheetCalls.checkSheetRows, { body: linesOf(kind, lines) });
      if (outcome.kind !== 'ok') return failureText(outcome);
      const byRow = new Map(lines.map((line) => [line.row, line]));
      for (const { row, fate } of outcome.data.rows)
        found.set(row, { of: lineKey(byRow.get(row) ?? null), fate });
    }
    setFates(found);
    return rows.map((row) => ({ ...row, fate: row.fate ?? found.get(row.row)?.fate }));
  }

  return {
    table,
    rows,
    columns: chosen,
    left: out.size,
    setColumn: (place: number, field: ColumnField | null) =>
      // A field belongs to one column: choosing it here removes it from its previous column.
      setChosen(chosen.map((was, at) => (at === place ? field : was === field ? null : was))),
    write: (row: number, values: Values) =>
      setCells(new Map([...cells, [row, { ...cells.get(row), ...values }]])),
    keep: (row: number) => setKept(new Set([...kept, row])),
    leaveOut: (row: number) => setOut(new Set([...out, row])),
    check,
  };
}
export type SheetState = ReturnType<typeof useSheet>;

function lineKey(line: AnyLine | null): string {
  return JSON.stringify(line);
}

/** `lines` were read for this kind. */
export function linesOf(kind: SheetKind, lines: readonly AnyLine[]): SheetLines {
  return { kind, rows: [...lines] } as SheetLines;
}

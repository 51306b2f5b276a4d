import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';
import { refuse, type CallDecision } from '#src/operations/decision.ts';
import type { Pesos } from '#src/protocol/brands.ts';

/** A number of rows and the sum of their openings, smallest unit shown. */
export type RowsOfSheet = { rows: number; opening: Pesos };

export type SheetFacts = {
  /**
   * Null when the market has no such sheet. `announced`: rows that the audit recorded when the import began; no more are
   * imported.
   */
  sheet: { kind: SheetKind; announced: RowsOfSheet } | null;
  /** Rows imported by earlier calls. */
  came: RowsOfSheet;
};

/** Decides whether rows are imported. `fresh`: those that no earlier call imported and no other rule keeps out. */
export function decideSheetRows(
  { kind, fresh }: { kind: SheetKind; fresh: RowsOfSheet },
  { sheet, came }: SheetFacts,
): CallDecision<null> {
  if (!sheet) return refuse('NOT_FOUND');
  const { rows, opening } = sheet.announced;
  const isMore = came.rows + fresh.rows > rows || came.opening + fresh.opening > opening;
  return sheet.kind !== kind || isMore ? refuse('WRONG_STATE') : { kind: 'post', plan: null };
}

const printHours = 24;

/** Returns the last moment at which the vouchers of an import that began then are printed. */
export function printEnd(begunAt: Date): Date {
  return new Date(begunAt.getTime() + printHours * 3_600_000);
}

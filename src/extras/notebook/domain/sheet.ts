import type { Pesos } from '#src/contract/brands.ts';
import { refuse, type CallDecision } from '#src/domain/operations/decision.ts';
import type { SheetKind } from '#src/extras/notebook/contract/schemas.ts';

/** A number of rows and the sum of their openings, smallest unit shown. */
export type RowsOfSheet = { rows: number; opening: Pesos };

export type SheetFacts = {
  /**
   * Null when the market has no such sheet. `announced`: rows that the audit recorded when the import began; no more are
   * imported.
   */
  sheet: { kind: SheetKind; isTakenBack: boolean; announced: RowsOfSheet } | null;
  /** Rows imported by earlier calls. */
  came: RowsOfSheet;
};

/** Decides whether rows are imported. `fresh`: those that no earlier call imported and no other rule keeps out. */
export function decideSheetRows(
  { kind, fresh }: { kind: SheetKind; fresh: RowsOfSheet },
  { sheet, came }: SheetFacts,
): CallDecision<null> {
  if (!sheet) return refuse('NOT_FOUND');
  if (sheet.isTakenBack) return refuse('SHEET_CLOSED');
  const { rows, opening } = sheet.announced;
  const isMore = came.rows + fresh.rows > rows || came.opening + fresh.opening > opening;
  return sheet.kind !== kind || isMore ? refuse('WRONG_STATE') : { kind: 'post', plan: null };
}

const takeBackHours = 24;

/** Returns the last moment at which a market may undo an import that began then. */
export function takeBackEnd(begunAt: Date): Date {
  return new Date(begunAt.getTime() + takeBackHours * 3_600_000);
}

/**
 * The first step must be in time; later steps continue until every row is decided. `sheet` is null when the market has
 * no such sheet.
 */
export function decideTakeBack(
  at: Date,
  sheet: { begunAt: Date; isTakenBack: boolean } | null,
): CallDecision<{ isFirst: boolean }> {
  if (!sheet) return refuse('NOT_FOUND');
  if (!sheet.isTakenBack && takeBackEnd(sheet.begunAt) < at) return refuse('SHEET_CLOSED');
  return { kind: 'post', plan: { isFirst: !sheet.isTakenBack } };
}

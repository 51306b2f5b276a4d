import type { Pesos } from '#src/contract/brands.ts';
import {
  maxOpeningOfCustomer,
  maxOpeningOfMarket,
  maxOpeningOfStall,
} from '#src/contract/sheets/sheet-limits.ts';
import type { LineFate, SheetKind } from '#src/contract/sheets/schemas.ts';
import { refuse, type CallDecision } from './decision.ts';

/** An opening balance as a row of a sheet states it, smallest unit shown. */
export type OpeningRow = { subjectId: string; amount: Pesos; to: 'stall' | 'customer' };

export type OpeningFacts = {
  /** the sum of the market's openings less those that were voided, smallest unit shown */
  standing: Pesos;
  /** the subjects that already have an opening of this market */
  people: ReadonlySet<string>;
};

/** `opens`: the opening is posted. The others say why it is not. */
export type OpeningFate = 'opens' | Extract<LineFate, 'has-opening' | 'over-limit'>;

const maxOpeningOf: Readonly<Record<OpeningRow['to'], Pesos>> = {
  stall: maxOpeningOfStall,
  customer: maxOpeningOfCustomer,
};

/** Decides rows in their order: each person gets one opening, and all of a market stay within what it may stand for. */
export function decideOpenings(
  rows: readonly OpeningRow[],
  { standing, people }: OpeningFacts,
): OpeningFate[] {
  let sum: number = standing;
  const opened = new Set(people);
  return rows.map(({ subjectId, amount, to }) => {
    if (opened.has(subjectId)) return 'has-opening';
    if (amount > maxOpeningOf[to] || sum + amount > maxOpeningOfMarket) return 'over-limit';
    sum += amount;
    opened.add(subjectId);
    return 'opens';
  });
}

/** A number of rows and the sum of their openings, smallest unit shown. */
export type RowsOfSheet = { rows: number; opening: Pesos };

export type SheetFacts = {
  /** null: the market has no such sheet. `announced`: the audit recorded it when the sheet began, and no more is imported. */
  sheet: { kind: SheetKind; isTakenBack: boolean; announced: RowsOfSheet } | null;
  /** imported by earlier calls */
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

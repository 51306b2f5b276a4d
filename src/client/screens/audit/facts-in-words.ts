import { amountText } from '#src/client/shared/amounts.ts';
import { roleTexts } from '#src/client/texts/dashboard-texts.ts';
import {
  auditTexts as texts,
  factTexts,
  factWords,
  subjectTexts,
} from '#src/client/texts/office/audit-texts.ts';
import type { DecisionRow } from '#src/contract/accounts/decision.ts';
import { formatAmount } from '#src/domain/money.ts';

export interface FactChange {
  name: string;
  /** null: it was not there */
  was: string | null;
  is: string | null;
}

/** What a decision changed, fact by fact; what stayed as it was is left out, unless nothing changed at all. */
export function changesOf({ before, after }: Pick<DecisionRow, 'before' | 'after'>): FactChange[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const all = keys.map((key) => ({
    name: factTexts[key]?.name ?? key,
    was: wordsOf(key, before?.[key]),
    is: wordsOf(key, after?.[key]),
  }));
  const changed = all.filter(({ was, is }) => was !== is);
  return changed.length > 0 ? changed : all;
}

/** One line of it: "Estado: Pendiente → Aprobado". */
export function changeLine({ name, was, is }: FactChange): string {
  if (was === null || was === is) return `${name}: ${is ?? was ?? ''}`;
  return is === null ? `${name}: ${was}` : `${name}: ${was} → ${is}`;
}

function wordsOf(key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberText(key, value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value === '') return texts.empty;
  return factTexts[key]?.as === 'word' ? (factWords[value] ?? value) : value;
}

function numberText(key: string, value: number): string {
  const as = factTexts[key]?.as;
  if (as === 'money') return amountText(value);
  return value < 0 ? `-${formatAmount(-value)}` : formatAmount(value);
}

/** "Estante" of an account, "Producto" of a product. */
export function subjectKindOf({ subject }: Pick<DecisionRow, 'subject'>): string {
  const roles: Record<string, string> = roleTexts;
  return subjectTexts[subject.type] ?? roles[subject.type] ?? '';
}

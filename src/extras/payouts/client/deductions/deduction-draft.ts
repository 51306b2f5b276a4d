import { toAmount } from '#src/contract/brands.ts';
import type { Deduction, DeductionCommand } from '#src/contract/cash/deduction.ts';
import { deductionTexts as texts } from '#src/extras/payouts/texts/deduction-texts.ts';

/** A deduction from a payout while the manager types it. Amounts in the smallest unit shown; 0 when empty. */
export interface DeductionDraft {
  booth: number;
  other: number;
  words: string;
}

export const noDeduction: DeductionDraft = { booth: 0, other: 0, words: '' };

export function deductionsOf({ booth, other, words }: DeductionDraft): DeductionCommand[] {
  return [
    ...(booth > 0 ? [{ kind: 'BOOTH' as const, monto: toAmount(booth) }] : []),
    ...(other > 0 ? [{ kind: 'OTHER' as const, monto: toAmount(other), words: words.trim() }] : []),
  ];
}

/** True if a deduction other than the fee lacks its reason. */
export function lacksWords({ other, words }: DeductionDraft): boolean {
  return other > 0 && words.trim() === '';
}

export function deductionName({ kind, words }: Pick<Deduction, 'kind' | 'words'>): string {
  return kind === 'BOOTH' || words === '' ? texts.booth : words;
}

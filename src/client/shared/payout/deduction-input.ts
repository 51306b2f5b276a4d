import type { DeductionCommand } from '#src/contract/cash/deduction.ts';

/** Deductions from a payout, as the form of an extra gives them. */
export interface DeductionInput {
  deductions: readonly DeductionCommand[];
  /** false while the form lacks something */
  isReady: boolean;
  /** the sum in words; empty for nothing */
  text: string;
}

export const noDeductionInput: DeductionInput = { deductions: [], isReady: true, text: '' };

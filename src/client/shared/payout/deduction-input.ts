import type { DeductionCommand } from '#src/contract/cash/deduction.ts';

/** Deductions from a payout, as an extra's form provides them. */
export interface DeductionInput {
  deductions: readonly DeductionCommand[];
  /** False while the form is incomplete. */
  isReady: boolean;
  /** The total in words; empty for none. */
  text: string;
}

export const noDeductionInput: DeductionInput = { deductions: [], isReady: true, text: '' };

import { cashExtras } from '#src/client/extra-cash.ts';

/** The deductions part of a payout's form. Undefined when no extra provides it. */
export const DeductionForm = cashExtras.find((extra) => extra.DeductionForm !== undefined)?.DeductionForm;

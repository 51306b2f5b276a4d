import { cashExtras } from '#src/client/extra-cash.ts';

/** The part of a payout's form for its deductions. Undefined when no extra has one. */
export const DeductionForm = cashExtras.find((extra) => extra.DeductionForm !== undefined)?.DeductionForm;

import type { CashExtra } from '#src/client/shared/extra.ts';
import { DeductionForm } from './client/deductions/deduction-form.tsx';
import { PayoutDeductions } from './client/deductions/deduction-lines.tsx';
import { PayoutButtons, hasButtons } from './client/deductions/payout-buttons.tsx';
import { PaidRun } from './client/pay-many/paid-run.tsx';
import { PayMany } from './client/pay-many/pay-many.tsx';
import { OwnWay } from './client/payment/own-way.tsx';

export const payoutsInCash = {
  screens: [
    { role: 'GLOBAL_MARKET', parameter: 'hoja', Screen: PaidRun },
    { role: 'GLOBAL_MARKET', parameter: 'pagar', value: 'varios', Screen: PayMany },
  ],
  OwnBalance: OwnWay,
  payoutNote: { has: ({ deductions }) => deductions.length > 0, Part: PayoutDeductions },
  payoutButtons: { has: hasButtons, Part: PayoutButtons },
  DeductionForm,
} satisfies CashExtra;

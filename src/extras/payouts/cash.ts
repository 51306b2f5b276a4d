import type { CashExtra } from '#src/client/extra.ts';
import { SheetLink } from '#src/extras/payouts/client/pay-many/paid-run.tsx';
import { PaidRun } from './client/pay-many/paid-run.tsx';
import { PayMany } from './client/pay-many/pay-many.tsx';
import { OwnWay } from './client/payment/own-way.tsx';

export const payoutsInCash = {
  screens: [
    { role: 'GLOBAL_MARKET', parameter: 'hoja', Screen: PaidRun },
    { role: 'GLOBAL_MARKET', parameter: 'pagar', value: 'varios', Screen: PayMany },
  ],
  OwnBalance: OwnWay,
  payoutButton: { has: ({ codeRun }) => codeRun !== '', Part: SheetLink },
} satisfies CashExtra;

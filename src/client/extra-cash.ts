import { payoutsInCash } from '#src/extras/payouts/cash.ts';
import type { CashExtra } from './shared/extra.ts';

/** Additions of extras to the till page and the payout forms. This file is loaded with them. */
export const cashExtras: readonly CashExtra[] = [payoutsInCash];

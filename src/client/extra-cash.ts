import { payoutsInCash } from '#src/extras/payouts/cash.ts';
import type { CashExtra } from './shared/extra.ts';

/** What extras add to the page of the till and to the forms of a payout. This file is loaded with them. */
export const cashExtras: readonly CashExtra[] = [payoutsInCash];

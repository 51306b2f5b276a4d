import { payoutsInCash } from '#src/extras/payouts/cash.ts';
import type { CashExtra } from './extra.ts';

/** Additions of extras to the till page. This file is loaded with it. */
export const cashExtras: readonly CashExtra[] = [payoutsInCash];

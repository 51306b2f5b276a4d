import {
  clearingListSchema,
  clearingReceiptSchema,
  dayCloseSchema,
  payoutPageSchema,
  payoutSchema,
  stallBalanceListSchema,
  tillCountPageSchema,
  tillCountSchema,
  tillListSchema,
  type Clearing,
  type ClearingCommand,
  type ClearingReceipt,
  type DayClose,
  type Payout,
  type PayoutCommand,
  type PayoutPage,
  type StallBalance,
  type Till,
  type TillCount,
  type TillCountCommand,
  type TillCountPage,
} from '#src/contract/cash.ts';
import { call } from './call.ts';
import { officeTimeoutMs } from './office-timeout.ts';
import type { Outcome } from './outcome.ts';

type Page = { cursor?: string | undefined; limit?: number };

export function listTills(): Promise<Outcome<Till[]>> {
  return call({ method: 'GET', path: '/cash/tills', answer: tillListSchema, signedIn: true });
}

/** corte de caja */
export function countTill(opId: string, body: TillCountCommand): Promise<Outcome<TillCount>> {
  return call({ ...moneyPost('/cash/count', opId, body), answer: tillCountSchema });
}

export function listTillCounts(query: Page): Promise<Outcome<TillCountPage>> {
  return call({ method: 'GET', path: '/cash/counts', query, answer: tillCountPageSchema, signedIn: true });
}

export function listStallBalances(): Promise<Outcome<StallBalance[]>> {
  return call({ method: 'GET', path: '/cash/stalls', answer: stallBalanceListSchema, signedIn: true });
}

export function payStall(opId: string, body: PayoutCommand): Promise<Outcome<Payout>> {
  return call({ ...moneyPost('/cash/payout', opId, body), answer: payoutSchema });
}

export function listPayouts(query: Page): Promise<Outcome<PayoutPage>> {
  return call({ method: 'GET', path: '/cash/payouts', query, answer: payoutPageSchema, signedIn: true });
}

export function listClearing(): Promise<Outcome<Clearing[]>> {
  return call({ method: 'GET', path: '/cash/clearing', answer: clearingListSchema, signedIn: true });
}

/** The creditor says that it was paid. */
export function settleClearing(opId: string, body: ClearingCommand): Promise<Outcome<ClearingReceipt>> {
  return call({ ...moneyPost('/cash/clearing', opId, body), answer: clearingReceiptSchema });
}

/** `day` "2026-03-28" */
export function readDayClose(day: string): Promise<Outcome<DayClose>> {
  return call({ method: 'GET', path: '/cash/day', query: { day }, answer: dayCloseSchema, signedIn: true });
}

export function closeDay(day: string): Promise<Outcome<DayClose>> {
  return call({
    method: 'POST',
    path: '/cash/day',
    body: { day },
    answer: dayCloseSchema,
    signedIn: true,
    timeoutMs: officeTimeoutMs,
  });
}

function moneyPost(path: string, idempotencyKey: string, body: object) {
  return { method: 'POST' as const, path, body, signedIn: true, idempotencyKey, timeoutMs: officeTimeoutMs };
}

import {
  marketListSchema,
  stallListSchema,
  topUpPointListSchema,
  type Market,
  type Stall,
  type TopUpPoint,
} from '#src/contract/stall.ts';
import { todaySchema, type Today } from '#src/contract/today.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

export function listMarkets(): Promise<Outcome<Market[]>> {
  return call({ method: 'GET', path: '/mercados/', answer: marketListSchema, signedIn: true });
}

/** All approved stalls of the region; public. */
export function listStalls(): Promise<Outcome<Stall[]>> {
  return call({ method: 'GET', path: '/estantes', answer: stallListSchema, signedIn: false });
}

export function listTopUpPoints(): Promise<Outcome<TopUpPoint[]>> {
  return call({ method: 'GET', path: '/recargas', answer: topUpPointListSchema, signedIn: true });
}

/** Today's figures of one's own role. */
export function readToday(): Promise<Outcome<Today>> {
  return call({ method: 'GET', path: '/today', answer: todaySchema, signedIn: true });
}

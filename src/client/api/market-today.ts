import { marketTodaySchema, type MarketToday } from '#src/contract/market-today.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** The figures of one's market's home, and what is to be done. */
export function readMarketToday(): Promise<Outcome<MarketToday>> {
  return call({ method: 'GET', path: '/today/market', answer: marketTodaySchema, signedIn: true });
}

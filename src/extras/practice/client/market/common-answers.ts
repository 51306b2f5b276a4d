import { sessionCalls } from '#src/contract/accounts/session-calls.ts';
import { toAmount } from '#src/contract/brands.ts';
import { marketCalls } from '#src/contract/markets/calls.ts';
import { healthCalls, liveCalls } from '#src/contract/sync/calls.ts';
import { answering } from './answers.ts';
import type { PracticeMarket } from './answers.ts';
import { todayOf } from './figures.ts';

/** Answers to the calls of every page. */
export const commonAnswers = [
  answering(healthCalls.readHealth, ({ query, market }) => ({
    status: 'ok' as const,
    nonce: query.nonce ?? '',
    time: market.now(),
  })),
  // Any password signs in: practice has nothing to protect.
  answering(sessionCalls.logIn, ({ market }) => pairOf(market)),
  answering(sessionCalls.renewTokens, ({ market }) => pairOf(market)),
  answering(sessionCalls.logOut, () => undefined),
  answering(marketCalls.readToday, ({ market }) =>
    todayOf(market.books(), market.user.userType === 'RECARGA' ? 'RECARGA' : 'ESTANTE'),
  ),
  answering(marketCalls.readMarketSettings, () => ({
    pointsEvery: toAmount(0),
    registrationOpen: true,
    receiptHeading: '',
    receiptFooter: '',
    reissueDelayMinutes: 30,
    reissuesPerDay: 5,
    refundsOn: false,
    refundCap: toAmount(0),
    rewardsPerDay: toAmount(1_000_000),
    complaintDays: 7,
    answerDays: 7,
  })),
  answering(liveCalls.readLive, () => ({ events: [], next: '' })),
];

/** An unsigned token, which no server accepts. */
function pairOf({ user }: PracticeMarket) {
  const claims = btoa(JSON.stringify({ ...user, sub: user.id }));
  return { token: `practica.${claims}.`, refreshToken: 'practica' };
}

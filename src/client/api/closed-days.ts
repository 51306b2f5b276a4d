import { decisionPageSchema, type DecisionPage } from '#src/contract/decision.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Days that the market closed, newest first, as they were written down. */
export function listClosedDays(cursor: string | undefined): Promise<Outcome<DecisionPage>> {
  const query = { kind: 'day-closed', limit: 10, cursor };
  return call({ method: 'GET', path: '/auditoria', query, answer: decisionPageSchema, signedIn: true });
}

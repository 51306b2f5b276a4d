import { decisionPageSchema, type DecisionPage, type DecisionQuery } from '#src/contract/decision.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** Who decided what, newest first. */
export function listDecisions(query: DecisionQuery): Promise<Outcome<DecisionPage>> {
  return call({ method: 'GET', path: '/auditoria', query, answer: decisionPageSchema, signedIn: true });
}

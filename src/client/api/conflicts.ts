import {
  conflictPageSchema,
  conflictSchema,
  type AssignCommand,
  type Conflict,
  type ConflictPage,
  type ConflictState,
} from '#src/contract/settlement.ts';
import { call } from './call.ts';
import type { Outcome } from './outcome.ts';

export function listConflicts(query: {
  state?: ConflictState;
  cursor?: string;
  limit?: number;
}): Promise<Outcome<ConflictPage>> {
  return call({ method: 'GET', path: '/sync/conflicts', query, answer: conflictPageSchema, signedIn: true });
}

/** Says who bears it; by movements, never by changing one. */
export function assignConflict(body: AssignCommand): Promise<Outcome<Conflict>> {
  return call({
    method: 'POST',
    path: '/sync/conflicts/assign',
    body,
    answer: conflictSchema,
    signedIn: true,
  });
}

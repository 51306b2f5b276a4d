import type { Operation } from '#src/client/local/db/operation.ts';
import { type Outcome, outcomeOf } from '#src/domain/operations/outcome.ts';

/**
 * Progress of a hand-over declared on this device. Only the server decides one, so most outcomes are waiting.
 */
export type HandOverStage = 'waiting' | 'recorded' | 'refused';

const stages: Record<Outcome, HandOverStage> = {
  pending: 'waiting',
  'at-server': 'waiting',
  deciding: 'waiting',
  undecided: 'waiting',
  'ruled-out': 'waiting',
  voiding: 'waiting',
  unreadable: 'waiting',
  'accepted-here': 'waiting',
  overruled: 'waiting',
  'accepted-there': 'waiting',
  covered: 'waiting',
  'covered-short': 'waiting',
  unpaid: 'waiting',
  'issued-here': 'waiting',
  confirmed: 'recorded',
  paid: 'recorded',
  short: 'waiting',
  voided: 'recorded',
  refused: 'refused',
  undone: 'refused',
  'taken-back': 'refused',
  withdrawing: 'waiting',
  reversing: 'recorded',
  withdrawn: 'refused',
};

export function handOverStageOf(operation: Operation): HandOverStage {
  return stages[outcomeOf(operation)];
}

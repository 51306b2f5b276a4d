import { useEffect, useState } from 'react';
import { useOperation } from './live.ts';
import type { Operation } from './operation.ts';

/** How long a screen says "Procesando..." before it goes on by the offline rules, ms (design, section 6). */
export const answerWaitMs = 2_500;

/**
 * What a screen shows of an operation. `processing`: within the tap; `pending`: no answer yet, "Pendiente de confirmar",
 * never paid; `accepted` and `refused`: the server said so.
 */
export type OperationPhase = 'none' | 'processing' | 'pending' | 'accepted' | 'refused';

export function phaseOf(operation: Operation | null | undefined, hasWaited: boolean): OperationPhase {
  if (!operation) return 'none';
  const { envelope, fate } = operation;
  if (fate.state === 'accepted' || fate.state === 'refused') return fate.state;
  const isLate = hasWaited || fate.state === 'waiting-sign-in' || fate.attempts > 0 || !envelope;
  return isLate ? 'pending' : 'processing';
}

/** The operation by live query, and its phase, which turns to `pending` by itself when the answer takes too long. */
export function useOperationPhase(opId: string): { phase: OperationPhase; operation: Operation | null } {
  const operation = useOperation(opId) ?? null;
  const [waitedFor, setWaitedFor] = useState('');
  const phase = phaseOf(operation, waitedFor === opId);
  const occurredAt = operation?.envelope?.occurredAt;
  useEffect(() => {
    if (phase !== 'processing' || occurredAt === undefined) return undefined;
    // After a reload most of the wait is over; a clock that was set back never makes it longer.
    const gone = Math.max(0, Date.now() - Date.parse(occurredAt));
    const timer = setTimeout(() => setWaitedFor(opId), Math.max(0, answerWaitMs - gone));
    return () => clearTimeout(timer);
  }, [phase, occurredAt, opId]);
  return { phase, operation };
}

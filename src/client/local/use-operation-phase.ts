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

export function phaseOf(operation: Operation | null | undefined, now: number): OperationPhase {
  if (!operation) return 'none';
  const { envelope, fate } = operation;
  if (fate.state === 'accepted' || fate.state === 'refused') return fate.state;
  if (fate.state === 'waiting-sign-in' || fate.attempts > 0 || !envelope) return 'pending';
  const since = now - Date.parse(envelope.occurredAt);
  return since >= 0 && since < answerWaitMs ? 'processing' : 'pending';
}

/** The operation by live query, and its phase, which turns to `pending` by itself when the answer takes too long. */
export function useOperationPhase(opId: string): { phase: OperationPhase; operation: Operation | null } {
  const operation = useOperation(opId) ?? null;
  const [now, setNow] = useState(() => Date.now());
  const phase = phaseOf(operation, Math.max(now, Date.now()));
  useEffect(() => {
    if (phase !== 'processing') return undefined;
    const timer = setTimeout(() => setNow(Date.now()), answerWaitMs + 20);
    return () => clearTimeout(timer);
  }, [phase]);
  return { phase, operation };
}

import type { Operation } from '#src/client/local/operation.ts';
import { useOperationPhase } from '#src/client/local/use-operation-phase.ts';

export type Answer =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'pending'; operation: Operation }
  | { kind: 'decided-here'; operation: Operation }
  | { kind: 'accepted'; operation: Operation }
  | { kind: 'refused'; operation: Operation; message: string };

/** What has become of the operation placed on this screen, if one was. */
export function useAnswer(opId: string | null): Answer {
  const { phase, operation } = useOperationPhase(opId ?? '');
  if (opId === null) return { kind: 'none' };
  if (operation === null || phase === 'none' || phase === 'processing') return { kind: 'asking' };
  if (phase === 'refused') return { kind: 'refused', operation, message: operation.fate.message };
  return { kind: phase, operation };
}

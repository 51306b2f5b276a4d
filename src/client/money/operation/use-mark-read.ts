import { useRun } from '#src/client/commands/use-run.ts';
import type { Answer } from './use-answer.ts';

/**
 * Returns a function to call when the person leaves a refusal. It marks the refusal as read, so that
 * Pendientes does not list it as a task. It does nothing after any other answer.
 */
export function useMarkRead(answer: Answer): () => void {
  const run = useRun();
  return () => {
    if (answer.kind !== 'refused') return;
    run((commands) => commands.markRefusalSeen(answer.operation.status.opId));
  };
}

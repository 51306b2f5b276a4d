import { useCommands } from '#src/client/commands/use-commands.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import type { Answer } from './use-answer.ts';

/**
 * Returns a function to call when the person leaves a refusal. It marks the refusal as read, so that
 * Pendientes does not list it as a task. It does nothing after any other answer.
 */
export function useMarkRead(answer: Answer): () => void {
  const loadCommands = useCommands();
  return () => {
    if (answer.kind !== 'refused') return;
    loadCommands()
      .then((commands) => commands.markRefusalSeen(answer.operation.status.opId))
      .catch(reportDiskFault);
  };
}

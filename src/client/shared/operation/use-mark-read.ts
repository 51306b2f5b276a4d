import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import type { Answer } from './use-answer.ts';
import { useCommands } from './use-commands.ts';

/**
 * Returns what a screen does when the person goes on from a refusal: it was read there, so it is no task in Pendientes.
 * Every share of a sale that several codes paid is marked. Does nothing for other answers.
 */
export function useMarkRead(answer: Answer): () => void {
  const loadCommands = useCommands();
  return () => {
    if (answer.kind !== 'refused') return;
    loadCommands()
      .then((commands) => commands.markRefusalSeen(answer.operation.status.opId))
      .catch(reportStorageFailure);
  };
}

import { useState } from 'react';
import type { Commands } from '#src/client/commands/create-commands.ts';
import { reportDiskFault } from '#src/client/state/report-disk.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { useAnswer } from './use-answer.ts';

/**
 * Places an operation once, however often it is tapped, and follows its outcome. The ids are fixed until
 * `startAgain`, so that a second tap is the same operation.
 */
export function usePlacement<Ids, Refusal extends object>(load: () => Promise<Commands>, newIds: () => Ids) {
  const [ids, setIds] = useState(newIds);
  const [placed, setPlaced] = useState<OpId | null>(null);
  const [placing, setPlacing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const answer = useAnswer(placed);

  /**
   * `write` returns the id under which the operation is stored, or the reason why it is not. It receives null
   * when the commands failed to load. Any error that it throws is a storage failure: the red screen appears
   * at once.
   */
  async function place(write: (commands: Commands | null, ids: Ids) => Promise<OpId | Refusal | null>) {
    if (placing || placed !== null) return;
    setPlacing(true);
    try {
      const result = await write(await load().catch(() => null), ids);
      if (typeof result === 'string') setPlaced(result);
      setRefusal(typeof result === 'string' ? null : result);
    } catch (error) {
      reportDiskFault(error);
    } finally {
      setPlacing(false);
    }
  }

  /** Starts the next try, which is a new operation. */
  function startAgain(): void {
    setPlaced(null);
    setRefusal(null);
    setIds(newIds);
  }

  return {
    placed,
    follow: setPlaced,
    answer,
    refusal,
    place,
    startAgain,
    busy: placing || answer.kind === 'asking',
  };
}

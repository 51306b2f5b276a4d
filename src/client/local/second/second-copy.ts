import type { ReadCopy } from './copy-log.ts';
import type { CopyAnswer, CopyQuestion } from './copy-messages.ts';
import { type CopyRecord, foldCopy, type FoldedCopy } from './copy-records.ts';

/** The second copy for commands and sync. Nothing here throws: a failing copy never stops a sale. */
export type SecondCopy = ReturnType<typeof createSecondCopy>;

/**
 * Maximum wait of a sale for its second copy, and of a start for reading it, ms: a hanging file system must
 * not stop a market.
 */
const waits = { keepMs: 800, readMs: 5_000 };

/** The worker, created with the first question. */
export type CopyWorker = Pick<Worker, 'postMessage' | 'addEventListener'>;

/**
 * Returns null where the browser lacks private files with handles, or locks across tabs: there is no second
 * copy then.
 */
export function createSecondCopy(openWorker: () => CopyWorker | null, { keepMs, readMs } = waits) {
  const waiting = new Map<number, (answer: CopyAnswer | null) => void>();
  let worker: CopyWorker | null | undefined;
  let asked = 0;

  function opened(): CopyWorker | null {
    if (worker !== undefined) return worker;
    worker = openWorker();
    worker?.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<CopyAnswer>;
      waiting.get(data.id)?.(data);
    });
    // A worker whose script fails to load answers no question.
    worker?.addEventListener('error', () => {
      for (const settle of waiting.values()) settle(null);
    });
    return worker;
  }

  function ask(texts: string[] | null, waitMs: number): Promise<CopyAnswer | null> {
    const to = opened();
    if (to === null) return Promise.resolve(null);
    asked += 1;
    const question: CopyQuestion = { id: asked, texts };
    return new Promise((resolve) => {
      const settle = (answer: CopyAnswer | null): void => {
        clearTimeout(timer);
        waiting.delete(question.id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(null), waitMs);
      waiting.set(question.id, settle);
      to.postMessage(question);
    });
  }

  return {
    /**
     * Returns true once the records are on disk; false when that failed, or took too long and continues in the
     * background.
     */
    keep: async (records: readonly CopyRecord[]): Promise<boolean> => {
      const texts = records.map((record) => JSON.stringify(record));
      const answer = await ask(texts, keepMs);
      return answer !== null && 'copy' in answer;
    },
    /** Returns null when this browser has none, or it cannot be read now. */
    read: async () => {
      const answer = await ask(null, readMs);
      return answer !== null && 'copy' in answer && answer.copy !== null ? folded(answer.copy) : null;
    },
  };
}

function folded({ texts, damaged }: ReadCopy): FoldedCopy & { damaged: number } {
  return { ...foldCopy(texts), damaged };
}

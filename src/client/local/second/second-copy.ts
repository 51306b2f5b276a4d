import type { ReadCopy } from './copy-log.ts';
import type { CopyAnswer, CopyQuestion } from './copy-messages.ts';
import { type CopyRecord, foldCopy, type FoldedCopy } from './copy-records.ts';

/** The second copy as commands and sync use it. Nothing here throws: a copy that fails never stops a sale. */
export type SecondCopy = {
  /** True once the records are on the disk; false when that failed, or took too long and goes on by itself. */
  keep(records: readonly CopyRecord[]): Promise<boolean>;
  /** null when there is none in this browser, or it cannot be read now */
  read(): Promise<(FoldedCopy & { damaged: number }) | null>;
};

/** How long a sale waits for its second copy, and a start for reading it, ms: a file system that hangs stops no market. */
const waits = { keepMs: 800, readMs: 5_000 };

/** What answers the questions: a worker, made with the first one. */
export type CopyWorker = Pick<Worker, 'postMessage' | 'addEventListener'>;

/** null where the browser has no private files with handles, or no locks over tabs: then there is no second copy. */
export function createSecondCopy(
  openWorker: () => CopyWorker | null,
  { keepMs, readMs } = waits,
): SecondCopy {
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
    // A script that does not load answers nobody.
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
    keep: async (records) => {
      const texts = records.map((record) => JSON.stringify(record));
      const answer = await ask(texts, keepMs);
      return answer !== null && 'copy' in answer;
    },
    read: async () => {
      const answer = await ask(null, readMs);
      return answer !== null && 'copy' in answer && answer.copy !== null ? folded(answer.copy) : null;
    },
  };
}

function folded({ texts, damaged }: ReadCopy): FoldedCopy & { damaged: number } {
  return { ...foldCopy(texts), damaged };
}

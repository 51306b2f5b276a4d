import { type CopyFolder, createCopyLog } from '#src/client/local/second/copy-log.ts';
import type { CopyAnswer, CopyQuestion } from '#src/client/local/second/copy-messages.ts';
import type { CopyRecord } from '#src/client/local/second/copy-records.ts';
import { createSecondCopy, type CopyWorker, type SecondCopy } from '#src/client/local/second/second-copy.ts';

type Alone = Parameters<typeof createCopyLog>[1];

/**
 * The second copy of one tab over these files: the product's page side and log, with messages in place of a
 * worker.
 */
export function copyOfTab(folder: CopyFolder, alone: Alone): SecondCopy {
  return createSecondCopy(() => workerOver(folder, alone));
}

/** For a device without a second copy. */
export const noSecondCopy: SecondCopy = {
  keep: () => Promise.resolve(false),
  read: () => Promise.resolve(null),
};

/** Records what it is asked to keep; there is nothing to read. */
export function copyInto(kept: CopyRecord[]): SecondCopy {
  const keep: SecondCopy['keep'] = (records) => (kept.push(...records), Promise.resolve(true));
  return { ...noSecondCopy, keep };
}

/** A worker that accepts questions and never answers. */
export function hangingCopy(): SecondCopy {
  const worker = { postMessage: () => undefined, addEventListener: () => undefined };
  return createSecondCopy(() => worker, { keepMs: 20, readMs: 20 });
}

function workerOver(folder: CopyFolder, alone: Alone): CopyWorker {
  const log = createCopyLog(folder, alone);
  let last: Promise<unknown> = Promise.resolve();
  let tell: (answer: CopyAnswer) => void = () => undefined;
  const answer = async ({ id, texts }: CopyQuestion): Promise<void> => {
    try {
      tell({ id, copy: texts === null ? await log.read() : await log.append(texts).then(() => null) });
    } catch (error) {
      tell({ id, error: String(error) });
    }
  };
  return {
    postMessage: (question: CopyQuestion) => {
      last = last.then(() => answer(question));
    },
    addEventListener: (kind: string, listener: unknown) => {
      const hear = listener as (event: { data: CopyAnswer }) => void;
      if (kind === 'message') tell = (data) => hear({ data });
    },
  };
}

import { foldCopy, prunedTexts } from './copy-records.ts';
import { scanLog, writeRecord } from './record-log.ts';

/** An open file, which nobody else can open meanwhile. Older browsers answer some of these with a promise. */
export type CopyFile = {
  getSize(): number | Promise<number>;
  read(into: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(bytes: number): void | Promise<void>;
  flush(): void | Promise<void>;
  close(): void | Promise<void>;
};

/** The folder of the log. */
export type CopyFolder = {
  list(): Promise<string[]>;
  open(name: string): Promise<CopyFile>;
  remove(name: string): Promise<void>;
};

export type ReadCopy = { texts: string[]; damaged: number };

/** The log is written anew without what is settled when it has grown by so much since the last time, bytes. */
const growthBytes = 1_000_000;

/** `alone` runs one work at a time over all tabs of the browser: there is one writer. */
export function createCopyLog(
  folder: CopyFolder,
  alone: <Value>(work: () => Promise<Value>) => Promise<Value>,
  growth = growthBytes,
) {
  let prunedBytes = 0;

  /** Returns when the records are on the disk. A write that does not fit is taken back: the log never ends in half of one. */
  async function append(texts: readonly string[]): Promise<void> {
    await alone(async () => {
      const generation = newest(await folder.list());
      const size = await within(folder, nameOf(generation), (file) => appendTo(file, texts));
      if (size - prunedBytes > growth) await prune(generation);
    });
  }

  /** Everything that can still be read; an unfinished end is cut off, so that the next record does not stand behind it. */
  async function read(): Promise<ReadCopy> {
    return alone(async () => {
      const found: ReadCopy = { texts: [], damaged: 0 };
      for (const generation of generationsIn(await folder.list())) {
        const { texts, damaged } = await within(folder, nameOf(generation), scanAndCut);
        found.texts.push(...texts);
        found.damaged += damaged;
      }
      return found;
    });
  }

  /**
   * The next generation is whole on the disk before the one before goes. A crash in between leaves both, which say the same:
   * operations count once by their ids.
   */
  async function prune(generation: number): Promise<void> {
    const older = generationsIn(await folder.list());
    const texts: string[] = [];
    for (const each of older) texts.push(...(await within(folder, nameOf(each), scanAndCut)).texts);
    const kept = prunedTexts(foldCopy(texts));
    prunedBytes = await within(folder, nameOf(generation + 1), async (file) => {
      await file.truncate(0);
      return appendTo(file, kept);
    });
    for (const each of older) await folder.remove(nameOf(each));
  }

  return { append, read };
}

async function within<Value>(
  folder: CopyFolder,
  name: string,
  work: (file: CopyFile) => Promise<Value>,
): Promise<Value> {
  const file = await folder.open(name);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function appendTo(file: CopyFile, texts: readonly string[]): Promise<number> {
  let at = await file.getSize();
  const before = at;
  try {
    for (const text of texts) {
      const record = writeRecord(text);
      if (file.write(record, { at }) < record.length) throw new Error('no room for the second copy');
      at += record.length;
    }
  } catch (error) {
    await file.truncate(before);
    throw error;
  }
  await file.flush();
  return at;
}

async function scanAndCut(file: CopyFile): Promise<ReadCopy> {
  const size = await file.getSize();
  const bytes = new Uint8Array(size);
  file.read(bytes, { at: 0 });
  const { texts, damaged, wholeBytes } = scanLog(bytes);
  if (wholeBytes < size) await file.truncate(wholeBytes);
  return { texts, damaged };
}

const prefix = 'copia-';

function nameOf(generation: number): string {
  return `${prefix}${generation}`;
}

/** Oldest first. */
function generationsIn(names: readonly string[]): number[] {
  return names
    .filter((name) => /^copia-\d+$/.test(name))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => a - b);
}

function newest(names: readonly string[]): number {
  return generationsIn(names).at(-1) ?? 1;
}

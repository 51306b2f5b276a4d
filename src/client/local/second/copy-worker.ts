import { type CopyFile, type CopyFolder, createCopyLog } from './copy-log.ts';
import { copyFolderName, type CopyAnswer, type CopyQuestion } from './copy-messages.ts';

/** Exists only in workers, and only TypeScript's worker library declares it. */
type SyncFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<CopyFile> };

const log = createCopyLog(originFolder(), (work) => navigator.locks.request('mercado-segunda-copia', work));
/** In order of arrival: an operation is on disk before its answer. */
let last: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<CopyQuestion>) => {
  last = last.then(() => answer(data));
});

async function answer({ id, texts }: CopyQuestion): Promise<void> {
  try {
    if (texts === null) say({ id, copy: await log.read() });
    else say({ id, copy: await log.append(texts).then(() => null) });
  } catch (error) {
    say({ id, error: String(error) });
  }
}

function say(message: CopyAnswer): void {
  self.postMessage(message);
}

function originFolder(): CopyFolder {
  const directory = async (): Promise<FileSystemDirectoryHandle> => {
    const root = await navigator.storage.getDirectory();
    return root.getDirectoryHandle(copyFolderName, { create: true });
  };
  return {
    list: async () => {
      const names: string[] = [];
      for await (const name of (await directory()).keys()) names.push(name);
      return names;
    },
    open: async (name) => {
      const file = await (await directory()).getFileHandle(name, { create: true });
      return (file as SyncFileHandle).createSyncAccessHandle();
    },
    remove: async (name) => (await directory()).removeEntry(name),
  };
}

import type { ReadCopy } from './copy-log.ts';

/** The folder of the second copy in the origin's private file system. */
export const copyFolderName = 'segunda-copia';

/** From the page to the worker. `texts` is null to read everything. */
export type CopyQuestion = { id: number; texts: string[] | null };
export type CopyAnswer = { id: number; copy: ReadCopy | null } | { id: number; error: string };

/** A file system that does not answer within this time is not waited for at a start, ms. */
const existsMs = 1_000;

/** True when this browser has written a second copy before. Loads nothing; false where there is no such file system. */
export function copyExists(): Promise<boolean> {
  const isLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), existsMs));
  return Promise.race([hasFolder(), isLate]);
}

async function hasFolder(): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.getDirectoryHandle(copyFolderName);
    return true;
  } catch {
    // No such folder, or a browser or mode without private files: there is nothing to bring back.
    return false;
  }
}

import type { ReadCopy } from './copy-log.ts';

/** Folder of the second copy in the origin's private file system. */
export const copyFolderName = 'segunda-copia';

/** From the page to the worker. `texts` is null to read everything. */
export type CopyQuestion = { id: number; texts: string[] | null };
export type CopyAnswer = { id: number; copy: ReadCopy | null } | { id: number; error: string };

/** At a start, a file system that takes longer is not waited for, ms. */
const existsMs = 1_000;

/**
 * Returns whether this browser has written a second copy before; false without such a file system. Loads
 * nothing.
 */
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
    // No such folder, or no private files in this browser or mode: there is nothing to restore.
    return false;
  }
}

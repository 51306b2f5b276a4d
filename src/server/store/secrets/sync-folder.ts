import fs from 'node:fs';
import { dirname, join } from 'node:path';

/** Windows cannot open a folder for syncing; NTFS journals names. */
export const canSyncFolders = process.platform !== 'win32';

/** Makes the names inside a folder durable: those created, renamed or removed before this call. */
export function syncFolder(path: string): void {
  if (!canSyncFolders) return;
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Makes everything under a folder durable, contents before names, and finally the folder's own list. */
export function syncTree(path: string): void {
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else if (entry.isFile()) syncFile(child);
  }
  syncFolder(path);
}

/** Creates a folder and its missing parents, each name durable before the next is used. */
export function makeFolder(path: string): void {
  if (fs.existsSync(path)) return;
  makeFolder(dirname(path));
  fs.mkdirSync(path, { recursive: true });
  syncFolder(dirname(path));
}

function syncFile(path: string): void {
  const fd = fs.openSync(path, 'r+');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

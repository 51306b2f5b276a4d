import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In memory where the system offers it: the cuts are simulated, so the syncs of the check need not be real. */
export function folderForCuts(): string {
  return fs.existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
}

/** Removes what checking processes left, also those that were killed. */
export function removeCutFolders(prefix: string): void {
  for (const name of fs.readdirSync(folderForCuts())) {
    if (name.startsWith(`${prefix}-`))
      fs.rmSync(join(folderForCuts(), name), { recursive: true, force: true });
  }
}

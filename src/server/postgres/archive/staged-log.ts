import fs from 'node:fs';
import { join } from 'node:path';
import type { ChildUser } from '#src/server/postgres/cluster/child-user.ts';

/** Beside the data directory: where PostgreSQL puts each segment, open, on the disk that it already lies on. */
const stagedName = 'log-out';

export function stagedFolder(home: string): string {
  return join(home, stagedName);
}

export function makeStagedFolder(home: string, user: ChildUser): void {
  const folder = stagedFolder(home);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) fs.chownSync(folder, user.uid, user.gid);
}

/**
 * PostgreSQL's archive settings. It runs the command in its data directory, so that no path is quoted, and recycles a
 * segment only after it: a file under its final name is whole and on the disk. A segment from before a crash is the same
 * one, and is overwritten.
 */
export function archiveSettings(seconds: number): Record<string, string> {
  const windows = String.raw`copy /y "%p" "..\log-out\%f.part" && move /y "..\log-out\%f.part" "..\log-out\%f"`;
  const part = `"../${stagedName}/%f.part"`;
  const posix = `cp "%p" ${part} && { sync ${part} 2>/dev/null || sync; } && mv ${part} "../${stagedName}/%f"`;
  return {
    archive_mode: 'on',
    archive_timeout: String(seconds),
    archive_command: process.platform === 'win32' ? windows : posix,
  };
}

import fs from 'node:fs';
import { join } from 'node:path';
import type { ChildUser } from '#src/server/postgres/cluster/child-user.ts';

/** Folder beside the data directory where PostgreSQL stages each segment in plain text, on the same disk. */
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
 * Returns PostgreSQL's archive settings. PostgreSQL runs the command in its data directory, so no path needs
 * quoting, and recycles a segment only afterwards, so a file under its final name is complete and on the
 * disk. A segment from before a crash is identical and is overwritten.
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

import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { BackupSecret } from '#src/server/postgres/backup/sealed-file.ts';
import { openSealed, sealFolder } from '#src/server/postgres/backup/sealed-file.ts';
import { syncFolder } from '#src/server/secrets/sync-folder.ts';

const content = 'segment.gz';

/**
 * Compresses and encrypts one segment. A crash leaves `<target>.partial`, or the complete file under its
 * name.
 */
export async function closeSegment(source: string, target: string, secret: BackupSecret): Promise<void> {
  const packed = await promisify(gzip)(fs.readFileSync(source), { level: 1 });
  const partial = `${target}.partial`;
  fs.rmSync(partial, { force: true });
  // On the data disk: only encrypted data leaves it.
  const beside = fs.mkdtempSync(`${source}-`);
  try {
    fs.writeFileSync(join(beside, content), packed, { mode: 0o600 });
    sealFolder(beside, partial, secret);
    fs.renameSync(partial, target);
    syncFolder(dirname(target));
  } finally {
    fs.rmSync(beside, { recursive: true, force: true });
  }
}

/** Returns the decrypted segment. `room`: a folder on the data disk. */
export function readSegment(source: string, room: string, secret: BackupSecret): Buffer {
  const opened = fs.mkdtempSync(join(room, 'segment-'));
  try {
    openSealed(source, opened, secret);
    return gunzipSync(fs.readFileSync(join(opened, content)));
  } finally {
    fs.rmSync(opened, { recursive: true, force: true });
  }
}

/**
 * A segment that was archived before it was full ends in zeros, which are written as a hole without disk
 * space.
 */
export function writeSegment(segment: Buffer, target: string): void {
  let end = segment.length;
  while (end > 0 && segment[end - 1] === 0) end -= 1;
  const file = fs.openSync(target, 'w', 0o600);
  try {
    fs.writeSync(file, segment, 0, end);
    fs.ftruncateSync(file, segment.length);
  } finally {
    fs.closeSync(file);
  }
}

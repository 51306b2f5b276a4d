import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

type Entry = { path: string; mode: number; size: number | null };

const HASH_LENGTH = 64;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function entriesOf(root: string, folder = root): Entry[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((found): Entry[] => {
    const full = join(folder, found.name);
    const { mode, size } = fs.statSync(full);
    const path = relative(root, full).replaceAll('\\', '/');
    return found.isDirectory()
      ? [{ path, mode, size: null }, ...entriesOf(root, full)]
      : [{ path, mode, size }];
  });
}

/**
 * Keeps a closed, fresh database folder as one file: a checksum, then gzip of a line of JSON and all contents.
 * It is a cache and may be lost at any time, so nothing is synced; the checksum finds what a cut tore.
 * Two processes may write it at once: each builds its own file beside and renames.
 */
export function packFolderImage(imagePath: string, folder: string): void {
  const entries = entriesOf(folder);
  const contents = entries
    .filter(({ size }) => size !== null)
    .map(({ path }) => fs.readFileSync(join(folder, path)));
  const packed = gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...contents]), {
    level: 3,
  });
  fs.mkdirSync(dirname(imagePath), { recursive: true });
  const beside = `${imagePath}.${process.pid}.${Date.now()}`;
  fs.writeFileSync(beside, Buffer.concat([Buffer.from(sha256(packed)), packed]));
  fs.renameSync(beside, imagePath);
}

/** The packed bytes of an image; nothing when it is missing, cannot be read or is damaged: then initdb runs instead. */
function readImage(imagePath: string): Buffer | undefined {
  let image: Buffer;
  try {
    image = fs.readFileSync(imagePath);
  } catch {
    return undefined;
  }
  const packed = image.subarray(HASH_LENGTH);
  return image.subarray(0, HASH_LENGTH).toString('latin1') === sha256(packed) ? packed : undefined;
}

/** Unpacks an image into a folder that does not exist yet, unsynced. False, and no folder, when there is no good image. */
export function unpackFolderImage(imagePath: string, folder: string): boolean {
  const packed = readImage(imagePath);
  if (!packed) return false;
  const unpacked = gunzipSync(packed);
  const endOfIndex = unpacked.indexOf('\n');
  const entries = JSON.parse(unpacked.subarray(0, endOfIndex).toString('utf8')) as Entry[];
  let offset = endOfIndex + 1;
  fs.mkdirSync(folder);
  for (const { path, mode, size } of entries) {
    const target = join(folder, path);
    if (size === null) {
      fs.mkdirSync(target, { mode });
      continue;
    }
    fs.writeFileSync(target, unpacked.subarray(offset, offset + size), { mode });
    offset += size;
  }
  return true;
}

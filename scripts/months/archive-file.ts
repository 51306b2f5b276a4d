import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Archived, PostingRow } from '#src/server/months/close-month.ts';

export const archiveName = (month: string): string => `asientos-${month}.csv.gz`;
const heading = 'movement_id,leg,account_id,amount';

/**
 * Writes a month's postings as compressed text lines, under its name in an existing folder, and returns only
 * after reading the file back from disk. An interrupted run leaves a `.parte`, which the next one rewrites,
 * or the whole file of a month that is still open, in which the next one finds the same. Other files are
 * never overwritten. It contains ids and amounts, and no names.
 */
export async function writeArchive(
  folder: string,
  month: string,
  pages: AsyncIterable<PostingRow[]>,
): Promise<Archived> {
  const archive = archiveName(month);
  const path = join(folder, archive);
  const part = `${path}.parte`;
  const digest = createHash('sha256');
  let postings = 0;
  await pipeline(
    Readable.from(
      (async function* () {
        yield `${heading}\n`;
        for await (const rows of pages) {
          const text = rows
            .map((row) => `${row.movement_id},${row.leg},${row.account_id},${row.amount}\n`)
            .join('');
          digest.update(text);
          postings += rows.length;
          yield text;
        }
      })(),
    ),
    createGzip(),
    createWriteStream(part, { mode: 0o600 }),
  );
  sync(part);
  const written = { archive, digest: digest.digest('hex'), postings };
  const isThere = existsSync(path);
  if (isThere) rmSync(part);
  else renameSync(part, path);
  sync(folder);
  const read = await readArchive(path);
  if (read.digest === written.digest && read.postings === postings) return written;
  throw new Error(
    isThere
      ? `${path} ya existe y no es de este mes: guárdelo en otra parte primero. No se cerró nada.`
      : `${path} no se lee como se escribió. No se cerró nada.`,
  );
}

/** Returns a file's digest and number of postings, after reading it completely. */
export async function readArchive(path: string): Promise<{ digest: string; postings: number }> {
  const digest = createHash('sha256');
  let postings = -1;
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    if (postings >= 0) digest.update(`${line}\n`);
    postings += 1;
  }
  return { digest: digest.digest('hex'), postings };
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { packFolderImage, unpackFolderImage } from './folder-image.ts';
import type { Plant } from './plants.ts';
import { PROBE_SCHEMA_SQL } from './self-test.ts';
import { makeFolder, syncFolder, syncTree } from './sync-folder.ts';

/** Small log segments: a new database is 30 MB instead of 39, and is made in half the time. */
export const INITDB_PARAMS = ['--wal-segsize=1'];

export type CreateFolderOptions = {
  folder: string;
  /** A prepared image of a fresh database, made when missing. Without it initdb runs each time. */
  imagePath?: string;
  plants?: readonly Plant[];
};

/**
 * Makes a new database folder that is either not there or whole, wherever the power goes.
 * Before the rename a cut leaves only `<folder>.new`, thrown away at the next start. After the rename and before the
 * last sync the name may be lost, which is the same. Nobody is answered before this returns.
 */
export async function createFolder({ folder, imagePath, plants = [] }: CreateFolderOptions): Promise<void> {
  const beside = `${folder}.new`;
  makeFolder(dirname(folder));
  discardUnfinishedFolder(folder);
  if (!(imagePath && unpackFolderImage(imagePath, beside))) {
    await runInitdb(beside);
    if (imagePath) keepImage(imagePath, beside);
  }
  if (!plants.includes('no-tree-sync')) syncTree(beside);
  fs.renameSync(beside, folder);
  syncFolder(dirname(folder));
}

/** Removes what a cut during creation left. Call at every start, with the lock held. */
export function discardUnfinishedFolder(folder: string): void {
  fs.rmSync(`${folder}.new`, { recursive: true, force: true });
}

function keepImage(imagePath: string, folder: string): void {
  try {
    packFolderImage(imagePath, folder);
  } catch {
    // Only a cache, and perhaps in a folder that may not be written to: the next new database takes longer, that is all.
  }
}

/** Nothing here is synced as it happens: the caller syncs the whole tree before it gets its name. */
async function runInitdb(folder: string): Promise<void> {
  fs.mkdirSync(folder);
  const pg = await PGlite.create({ fs: new NodeFS(folder), initDbStartParams: INITDB_PARAMS });
  await pg.exec(PROBE_SCHEMA_SQL);
  await pg.exec('CHECKPOINT');
  await pg.close();
  fs.rmSync(join(folder, 'postmaster.pid'), { force: true });
}

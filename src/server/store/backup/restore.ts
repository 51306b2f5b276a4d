import fs from 'node:fs';
import { join } from 'node:path';
import { copiedData, readManifest, type BackupManifest } from './manifest.ts';
import { markRestored } from './restore-mark.ts';
import { openSealed, readSealedHeader, type BackupSecret } from './sealed-file.ts';
import { findPlaces, stagingPrefix, makeFolders, makeHome, ownFolder } from '../cluster/cluster-places.ts';
import { lockDataFolder } from '../cluster/data-folder-lock.ts';
import { syncFolder, syncTree } from '../cluster/sync-folder.ts';

type RestoreOptions = {
  replace: boolean;
  now: Date;
  /** asked for when the copy is a closed file */
  secret: () => BackupSecret;
};

/**
 * Puts a copy in place of the cluster of a data folder. Data that is there is refused, or with `replace` kept beside as
 * `data.before-<time>`. The next start begins a new epoch (store/backup/restore-mark.ts). A cut leaves the old data, or none and the copy still whole: run it again.
 */
export async function restore(
  source: string,
  folder: string,
  options: RestoreOptions,
): Promise<BackupManifest> {
  if (!fs.existsSync(source) || readSealedHeader(source) === null) return putInPlace(source, folder, options);
  const { home } = findPlaces(folder);
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const opened = fs.mkdtempSync(join(home, stagingPrefix));
  try {
    openSealed(source, opened, options.secret());
    return await putInPlace(opened, folder, options);
  } finally {
    fs.rmSync(opened, { recursive: true, force: true });
  }
}

async function putInPlace(source: string, folder: string, options: RestoreOptions): Promise<BackupManifest> {
  const manifest = readManifest(source);
  const places = findPlaces(folder);
  makeFolders(folder, places.user);
  const lock = await lockDataFolder(join(places.folder, 'database.lock'), () => undefined);
  try {
    const { data, home, user } = places;
    makeHome(places);
    if (fs.existsSync(data) && !options.replace)
      throw new Error(`${folder} ya tiene datos. Con --replace se guardan aparte y se pone la copia.`);
    const beside = `${data}.restored`;
    fs.rmSync(beside, { recursive: true, force: true });
    fs.cpSync(join(source, copiedData), beside, { recursive: true });
    markRestored(beside);
    ownFolder(beside, user);
    syncTree(beside);
    if (fs.existsSync(data))
      fs.renameSync(data, `${data}.before-${options.now.toISOString().replaceAll(':', '')}`);
    fs.renameSync(beside, data);
    syncFolder(home);
    return manifest;
  } finally {
    lock.release();
  }
}

import fs from 'node:fs';
import { join } from 'node:path';
import {
  findPlaces,
  stagingPrefix,
  makeFolders,
  makeHome,
  ownFolder,
} from '#src/server/run/postgres/cluster/cluster-places.ts';
import { lockDataFolder } from '#src/server/run/postgres/cluster/data-folder-lock.ts';
import { syncFolder, syncTree } from '#src/server/store/secrets/sync-folder.ts';
import { copiedData, readManifest, type BackupManifest } from './manifest.ts';
import { openSealed, readSealedHeader, type BackupSecret } from './sealed-file.ts';

export type RestoreOptions = {
  replace: boolean;
  now: Date;
  /** Requested if the copy is an encrypted file. */
  secret: () => BackupSecret;
};

/**
 * Replaces the cluster of a data folder with a copy, under the folder's lock. Existing data is refused, or with
 * `replace` kept as `data.before-<time>`. The next start begins a new epoch (`markRestored`).
 * An interruption leaves the old data, or none and the copy intact; run it again.
 */
export async function restore(
  source: string,
  folder: string,
  { replace, now, secret }: RestoreOptions,
): Promise<BackupManifest> {
  const places = findPlaces(folder);
  makeFolders(folder, places.user);
  const lock = await lockDataFolder(join(places.folder, 'database.lock'), () => undefined);
  try {
    const { home, user } = places;
    makeHome(places);
    if (fs.existsSync(places.data) && !replace)
      throw new Error(`${folder} ya tiene datos. Con --replace se guardan aparte y se pone la copia.`);
    const room = fs.mkdtempSync(join(home, stagingPrefix));
    try {
      const data = join(room, 'data');
      const manifest = await openCopy(source, room, data, secret);
      markRestored(data);
      ownFolder(data, user);
      syncTree(data);
      if (fs.existsSync(places.data))
        fs.renameSync(places.data, `${places.data}.before-${now.toISOString().replaceAll(':', '')}`);
      fs.renameSync(data, places.data);
      syncFolder(home);
      return manifest;
    } finally {
      fs.rmSync(room, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

async function openCopy(
  source: string,
  room: string,
  data: string,
  secret: () => BackupSecret,
): Promise<BackupManifest> {
  const isClosed = fs.existsSync(source) && readSealedHeader(source) !== null;
  const opened = isClosed ? join(room, 'opened') : source;
  if (isClosed) {
    fs.mkdirSync(opened, { mode: 0o700 });
    await openSealed(source, opened, secret());
  }
  const manifest = readManifest(opened);
  if (isClosed) fs.renameSync(join(opened, copiedData), data);
  else fs.cpSync(join(opened, copiedData), data, { recursive: true });
  return manifest;
}

/** Inside the copy, so that it is moved into place in the same step as the data. */
const markName = 'mercado-restored';

/** Marks this data as restored for the next start. */
export function markRestored(data: string): void {
  fs.writeFileSync(join(data, markName), '');
}

/** Returns whether the data was restored and no server has started on it since. */
export function isMarkedRestored(folder: string): boolean {
  return fs.existsSync(join(findPlaces(folder).data, markName));
}

/**
 * Called after the new epoch has begun. A crash in between begins one more epoch, which only makes devices
 * resend.
 */
export function forgetRestored(folder: string): void {
  const { data } = findPlaces(folder);
  fs.rmSync(join(data, markName), { force: true });
  syncFolder(data);
}

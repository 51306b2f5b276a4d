import fs from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from '#src/server/run/postgres/cluster/cluster-places.ts';
import { syncFolder } from '#src/server/store/secrets/sync-folder.ts';

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

import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '#src/server/secrets/sync-folder.ts';

/** Inside the data directory, so that a copy restored elsewhere is recognised. */
const lifeName = 'mercado-life';

/**
 * Returns the id of the log that a data directory continues. PostgreSQL gives the log of a restored copy the
 * same names, and the two must never be mixed. The first call creates the id. A restore removes it
 * (`endLife`), and the next start creates another.
 */
export function readLife(data: string): string {
  const path = join(data, lifeName);
  if (!fs.existsSync(path)) beginLife(data);
  return fs.readFileSync(path, 'utf8').trim();
}

export function beginLife(data: string): string {
  const life = randomBytes(8).toString('hex');
  const fresh = join(data, `${lifeName}.new`);
  fs.writeFileSync(fresh, `${life}\n`, { mode: 0o600 });
  const { uid, gid } = fs.statSync(data);
  if (process.getuid?.() === 0) fs.chownSync(fresh, uid, gid);
  fs.renameSync(fresh, join(data, lifeName));
  syncFolder(data);
  return life;
}

export function endLife(data: string): void {
  fs.rmSync(join(data, lifeName), { force: true });
}

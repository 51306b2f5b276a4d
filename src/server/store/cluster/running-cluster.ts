import fs from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const urlsSchema = z.object({
  /** the product's user on its database */
  databaseUrl: z.string(),
  /** the superuser on the product's database */
  superuserUrl: z.string(),
  /** the superuser on the database that every cluster has */
  maintenanceUrl: z.string(),
  /** PostgreSQL's data directory */
  data: z.string(),
});
/** How to reach a running cluster, passwords included: never logged. */
export type ClusterUrls = z.infer<typeof urlsSchema>;

function notePath(folder: string): string {
  return join(folder, 'running.json');
}

/** For `npm run audit` and `npm run backup` beside a running server; only the server's user can read it. */
export function noteRunning(folder: string, urls: ClusterUrls): void {
  fs.writeFileSync(notePath(folder), JSON.stringify(urls), { mode: 0o600 });
}

export function forgetRunning(folder: string): void {
  fs.rmSync(notePath(folder), { force: true });
}

/** What the last server of this folder noted. It may be gone: whoever connects finds out. */
export function readRunning(folder: string): ClusterUrls | null {
  const path = notePath(folder);
  return fs.existsSync(path) ? urlsSchema.parse(JSON.parse(fs.readFileSync(path, 'utf8'))) : null;
}

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * How the market's own machine talks to a running server: the embedded database lets one process in, so `npm run audit`
 * asks that process. Only the user who runs the server can read the file.
 */
export const controlSchema = z.object({
  url: z.url(),
  token: z.string().min(32),
  pid: z.number(),
  /** what it serves, for people: a folder, or a PostgreSQL without its password */
  database: z.string(),
});
export type Control = z.infer<typeof controlSchema>;

export function controlPath(dataDir: string): string {
  return join(dataDir, 'control.json');
}

export function writeControl(dataDir: string, control: Control): void {
  writeFileSync(controlPath(dataDir), JSON.stringify(control), { mode: 0o600 });
}

export function removeControl(dataDir: string): void {
  rmSync(controlPath(dataDir), { force: true });
}

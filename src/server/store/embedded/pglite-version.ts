import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The only release whose insides the sync bridge has been measured on (docs/decisions/0002-embedded-database.md). */
export const PGLITE_VERSION = '0.5.16';

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = JSON.parse(fs.readFileSync(join(entry, '../../package.json'), 'utf8'));
  const version =
    manifest !== null && typeof manifest === 'object' && 'version' in manifest && manifest.version;
  return typeof version === 'string' ? version : 'desconocida';
}

/** Throws when another release of PGlite is installed: its bridge points may have moved without an error. */
export function assertPgliteVersion(installed: string = installedVersion()): void {
  if (installed === PGLITE_VERSION) return;
  throw new Error(
    `La base de datos integrada exige @electric-sql/pglite ${PGLITE_VERSION} y está instalada la ${installed}. ` +
      'Instale la versión exacta con "npm install" o use PostgreSQL con DATABASE_URL.',
  );
}

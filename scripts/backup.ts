import { resolve } from 'node:path';
import { readConfig } from '#src/server/config.ts';
import { backUpFolder } from '#src/server/store/embedded/back-up-folder.ts';

/** `npm run backup -- <folder>`: a copy of the embedded database, with the server stopped. */
const config = readConfig(process.env);
const target = process.argv[2];
try {
  if (config.databaseUrl) throw new Error('Con PostgreSQL la copia se hace con pg_dump: docs/operations.md.');
  if (!target) throw new Error('Diga la carpeta de la copia: npm run backup -- /media/usb/2026-11-21');
  const { files } = await backUpFolder(`${config.dataDir}/db`, resolve(target), new Date());
  process.stdout.write(`Copia hecha en ${resolve(target)}: ${Object.keys(files).length} archivos.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { resolve } from 'node:path';
import { readConfig } from '#src/server/config.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { backUp } from '#src/server/store/backup/back-up.ts';
import { makePrivateFolder } from '#src/server/store/private-folder.ts';

/** `npm run backup -- <folder>`: a copy of the server's own PostgreSQL, checked, also while the server runs. */
const config = readConfig(process.env);
const target = process.argv[2];
try {
  if (config.databaseUrl)
    throw new Error(
      'Con DATABASE_URL la copia se hace con pg_dump o pg_basebackup, también en marcha: docs/operations.md.',
    );
  if (!target) throw new Error('Diga la carpeta de la copia: npm run backup -- /media/usb/2026-11-21');
  makePrivateFolder(config.dataDir);
  const { files } = await backUp({
    folder: `${config.dataDir}/db`,
    target: resolve(target),
    now: new Date(),
    log: () => undefined,
    audit: async (database) => (await auditLedger(database)).findings,
  });
  process.stdout.write(
    `Copia hecha y revisada en ${resolve(target)}: ${Object.keys(files).length} archivos.\n` +
      `La llave ${resolve(config.keyFile)} no está en ella: guárdela aparte, una vez.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

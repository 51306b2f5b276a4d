import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { backUp } from '#src/server/run/postgres/backup/back-up.ts';
import { backupSecret } from '#src/server/run/postgres/backup/sealed-file.ts';
import { makePrivateFolder } from '#src/server/store/secrets/private-folder.ts';
import { asOperator } from './as-operator.ts';

/**
 * `npm run backup -- <file>`: a checked copy of the server's own PostgreSQL, even while the server runs. It
 * is encrypted with the key file, or with the words of BACKUP_PASSPHRASE.
 */
await asOperator('npm run backup -- <archivo>', async (config) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [target] = positionals;
  if (config.databaseUrl)
    throw new Error(
      'Con DATABASE_URL la copia se hace con pg_dump o pg_basebackup, también en marcha: docs/operations.md.',
    );
  if (!target) throw new Error('Diga el archivo de la copia: npm run backup -- /media/usb/2026-11-21.copia');
  makePrivateFolder(config.dataDir);
  const { files } = await backUp({
    folder: `${config.dataDir}/db`,
    target: resolve(target),
    now: new Date(),
    secret: backupSecret(config.keyFile, process.env),
    log: () => undefined,
    audit: async (database) => (await auditLedger(database)).findings,
  });
  const opens = process.env['BACKUP_PASSPHRASE']
    ? 'La copia se abre con su frase.'
    : 'Sin ella la copia no se abre.';
  process.stdout.write(
    `Copia hecha y revisada en ${resolve(target)}: ${Object.keys(files).length} archivos.\n` +
      `La llave ${resolve(config.keyFile)} no está en ella: guárdela aparte, una vez. ${opens}\n`,
  );
});

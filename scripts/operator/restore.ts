import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '#src/server/run/postgres/backup/restore.ts';
import { backupSecret } from '#src/server/run/postgres/backup/sealed-file.ts';
import { makePrivateFolder } from '#src/server/store/secrets/private-folder.ts';
import { asOperator } from './as-operator.ts';

/**
 * `npm run restore -- <file> [--replace]` restores a copy with the server stopped. Then run
 * `npm run audit -- --full`.
 */
await asOperator('npm run restore -- <archivo> [--replace]', async (config) => {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [source] = positionals;
  if (config.databaseUrl)
    throw new Error('Con DATABASE_URL se restaura con las herramientas de PostgreSQL: docs/operations.md.');
  if (!source) throw new Error('Diga el archivo de la copia: npm run restore -- /media/usb/2026-11-21.copia');
  makePrivateFolder(config.dataDir);
  const { madeAt } = await restore(resolve(source), `${config.dataDir}/db`, {
    replace: values.replace,
    now: new Date(),
    secret: () => backupSecret(config.keyFile, process.env),
  });
  process.stdout.write(
    `Se restauró la copia del ${madeAt}. Revise con: npm run audit -- --full\n` +
      'Al iniciar, los dispositivos vuelven a enviar lo que hicieron desde entonces. Quién falta se ve en Dispositivos.\n',
  );
  if (!existsSync(config.keyFile))
    process.stdout.write(
      `Falta la llave ${resolve(config.keyFile)}: ponga su copia antes de iniciar, o lo que muestren los dispositivos no se podrá comprobar.\n`,
    );
});

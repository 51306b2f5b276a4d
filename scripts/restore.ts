import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#src/server/config.ts';
import { restore } from '#src/server/store/backup/restore.ts';
import { backupSecret } from '#src/server/store/backup/backup-secret.ts';
import { makePrivateFolder } from '#src/server/store/private-folder.ts';

/** `npm run restore -- <file> [--replace]`: puts a copy in place, with the server stopped. Then run `npm run audit`. */
const config = readConfig(process.env);
const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [source] = positionals;
try {
  if (config.databaseUrl) throw new Error('Con DATABASE_URL se restaura con pg_restore: docs/operations.md.');
  if (!source) throw new Error('Diga el archivo de la copia: npm run restore -- /media/usb/2026-11-21.copia');
  makePrivateFolder(config.dataDir);
  const options = {
    replace: values.replace,
    now: new Date(),
    secret: () => backupSecret(config.keyFile, process.env),
  };
  const { madeAt } = await restore(resolve(source), `${config.dataDir}/db`, options);
  process.stdout.write(
    `Se restauró la copia del ${madeAt}. Revise con: npm run audit\n` +
      'Al iniciar, los dispositivos vuelven a enviar lo que hicieron desde entonces. Quién falta se ve en Dispositivos.\n',
  );
  if (!existsSync(config.keyFile))
    process.stdout.write(
      `Falta la llave ${resolve(config.keyFile)}: ponga su copia antes de iniciar, o lo que muestren los dispositivos no se podrá comprobar.\n`,
    );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

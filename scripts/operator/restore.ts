import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#src/server/config.ts';
import { readMoment, sayMoment } from '#src/server/postgres/archive/moment.ts';
import { restoreTo } from '#src/server/postgres/archive/restore-to.ts';
import { backupSecret } from '#src/server/postgres/backup/backup-secret.ts';
import { restore } from '#src/server/postgres/backup/restore.ts';
import type { BackupSecret } from '#src/server/postgres/backup/sealed-file.ts';
import { makePrivateFolder } from '#src/server/secrets/private-folder.ts';
import { asOperator } from './as-operator.ts';

/**
 * `npm run restore -- <file> [--replace]` restores a copy, `npm run restore -- --to "2026-11-22 10:30"
 * [<folder>]` that moment from a folder of copies with their log (BACKUP_DIR), both with the server stopped.
 * Then run `npm run audit -- --full`.
 */
await asOperator('npm run restore -- <archivo> [--replace] | --to <momento> [<carpeta>]', async (config) => {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean', default: false }, to: { type: 'string' } },
    allowPositionals: true,
  });
  const asked = {
    source: positionals[0],
    replace: values.replace,
    now: new Date(),
    secret: () => backupSecret(config.keyFile, process.env),
  };
  if (config.databaseUrl)
    throw new Error('Con DATABASE_URL se restaura con las herramientas de PostgreSQL: docs/operations.md.');
  makePrivateFolder(config.dataDir);
  const done =
    values.to === undefined ? await fromCopy(config, asked) : await fromLog(config, asked, values.to);
  process.stdout.write(
    `${done} Revise con: npm run audit -- --full\n` +
      'Al iniciar, los dispositivos vuelven a enviar lo que hicieron desde entonces. Quién falta se ve en Dispositivos.\n',
  );
  if (!existsSync(config.keyFile))
    process.stdout.write(
      `Falta la llave ${resolve(config.keyFile)}: ponga su copia antes de iniciar, o lo que muestren los dispositivos no se podrá comprobar.\n`,
    );
});

type Asked = { source: string | undefined; replace: boolean; now: Date; secret: () => BackupSecret };

async function fromCopy({ dataDir }: Config, { source, ...options }: Asked): Promise<string> {
  if (!source) throw new Error('Diga el archivo de la copia: npm run restore -- /media/usb/2026-11-21.copia');
  const { madeAt } = await restore(resolve(source), `${dataDir}/db`, options);
  return `Se restauró la copia del ${madeAt}.`;
}

async function fromLog(config: Config, { source, ...options }: Asked, to: string): Promise<string> {
  const folder = source ?? config.archive?.folder;
  if (!folder) throw new Error('Diga la carpeta de las copias con su registro, o póngala en BACKUP_DIR.');
  const moment = to === 'fin' ? null : readMoment(to, config.timeZone);
  if (moment !== null && moment > options.now) throw new Error(`${to} todavía no ha llegado.`);
  const say = (at: Date): string => sayMoment(at, config.timeZone);
  const { copy, lastMovementAt } = await restoreTo(resolve(folder), `${config.dataDir}/db`, {
    ...options,
    moment,
    say,
  });
  const last = lastMovementAt ? `; el último movimiento es del ${say(lastMovementAt)}` : '';
  return `Se volvió a ${moment ? say(moment) : 'lo último archivado'}, desde la copia del ${say(copy.at)}${last}.`;
}

import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatAmount } from '#src/domain/money.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { nameDatabase, type Config } from '#src/server/run/config.ts';
import { noteCheck } from '#src/server/run/postgres/backup/check-notes.ts';
import { backupSecret } from '#src/server/run/postgres/backup/sealed-file.ts';
import { sayStartFault } from '#src/server/run/start-faults.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { asOperator } from '../operator/as-operator.ts';
import { withServersDatabase } from '../operator/servers-database.ts';
import { runDrill } from './run-drill.ts';

/**
 * `npm run drill [-- <folder or copy>]`: restores the newest copy into a side folder, starts and
 * audits it, lets a device return its later operations, and records the result in the real database for the
 * metrics. With DATABASE_URL: `npm run drill -- postgres://.../restored` audits a database that PostgreSQL's
 * own tools restored.
 */
const began = Date.now();
const seconds = (): string => `${Math.round((Date.now() - began) / 1_000)} s`;
const say = (line: string): void => void process.stdout.write(`${line} (${seconds()})\n`);

await asOperator('npm run drill [-- <carpeta o copia>]', async (config) => {
  const [given] = parseArgs({ allowPositionals: true }).positionals;
  let words: string;
  try {
    words = config.databaseUrl ? await auditRestored(config.databaseUrl, given) : await drill(config, given);
  } catch (error) {
    process.stderr.write(`✗ ${sayStartFault(error, config)}\n`);
    process.exitCode = 1;
    return note(config, false).catch(() => undefined);
  }
  await note(config, true);
  say(`✓ Ensayo bueno: ${words}`);
});

async function drill(config: Config, source: string | undefined): Promise<string> {
  const from = source ?? config.copies?.folder;
  if (!from || !fs.existsSync(from))
    throw new Error(
      'Diga la carpeta de las copias o una copia, o ponga BACKUP_DIR: npm run drill -- /media/usb/copias',
    );
  // Beside the data if another database fits there, and closed to other users.
  const around = process.env['DRILL_DIR'] ?? tmpdir();
  if (!fs.existsSync(around))
    throw new Error(`DRILL_DIR: la carpeta «${around}» no está. Créela, o quite la variable.`);
  const room = fs.mkdtempSync(join(around, 'mercado-ensayo-'));
  try {
    if (process.getuid?.() === 0) fs.chmodSync(room, 0o711);
    const { from: what, movements } = await runDrill({
      source: resolve(from),
      secret: () => backupSecret(config.keyFile, process.env),
      keyFile: resolve(config.keyFile),
      closesSecrets: config.closesSecrets,
      room,
      say,
    });
    return `${what}, ${formatAmount(movements)} movimientos`;
  } finally {
    fs.rmSync(room, { recursive: true, force: true });
  }
}

async function auditRestored(real: string, url: string | undefined): Promise<string> {
  if (!url)
    throw new Error(
      'Con DATABASE_URL restaure primero en otra base de datos y diga cuál: npm run drill -- postgres://.../copia',
    );
  if (url === real) throw new Error('Esa es la base de datos de verdad, no una copia.');
  const database = await openPostgres({ databaseUrl: url, log: () => undefined });
  try {
    const { findings, movements } = await auditLedger(database);
    if (findings.length > 0) throw new Error(`La copia tiene diferencias: ${findings.slice(0, 3).join(' ')}`);
    const name = nameDatabase({ databaseUrl: url, dataDir: '' });
    return `${name}, ${formatAmount(movements)} movimientos, sin ensayo de dispositivos`;
  } finally {
    await database.close();
  }
}

/** Records it where the server reads it. */
function note(config: Config, isOk: boolean): Promise<void> {
  return withServersDatabase(config, ({ database }) =>
    noteCheck(database, 'drill', { at: new Date().toISOString(), isOk }),
  );
}

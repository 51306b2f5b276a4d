import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { formatAmount } from '#src/domain/money.ts';
import { nameDatabase, readConfig } from '#src/server/config.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { sayMoment } from '#src/server/store/archive/moment.ts';
import { backupSecret } from '#src/server/store/backup/backup-secret.ts';
import { noteCheck } from '#src/server/store/backup/check-notes.ts';
import { reachCluster } from '#src/server/store/cluster/open-cluster.ts';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { runDrill } from './run-drill.ts';

/**
 * `npm run drill [-- <folder or copy>]`: puts the newest copy with its log into a side folder, starts, audits it, has a device
 * give back what it did since, and notes what came of it in the real database: a figure, and a line on Estado. With
 * DATABASE_URL: `npm run drill -- postgres://.../restored` audits a database that PostgreSQL's own tools restored.
 */
const config = readConfig(process.env);
const [given] = process.argv.slice(2);
const began = Date.now();
const seconds = (): string => `${Math.round((Date.now() - began) / 1_000)} s`;
const say = (line: string): void => void process.stdout.write(`${line} (${seconds()})\n`);

try {
  const words = config.databaseUrl ? await auditRestored(given) : await drill(given);
  await note({ isOk: true, words: `${words}, ${seconds()}` });
  say(`✓ Ensayo bueno: ${words}`);
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`✗ ${words}\n`);
  process.exitCode = 1;
  await note({ isOk: false, words }).catch(() => undefined);
}

async function drill(source: string | undefined): Promise<string> {
  const from = source ?? config.archive?.folder;
  if (!from || !fs.existsSync(from))
    throw new Error(
      'Diga la carpeta de las copias o una copia, o ponga BACKUP_DIR: npm run drill -- /media/usb/copias',
    );
  // Beside the data where there is room for another database, and closed to everybody else.
  const room = fs.mkdtempSync(join(process.env['DRILL_DIR'] ?? tmpdir(), 'mercado-ensayo-'));
  try {
    if (process.getuid?.() === 0) fs.chmodSync(room, 0o711);
    const { from: what, movements } = await runDrill({
      source: resolve(from),
      secret: () => backupSecret(config.keyFile, process.env),
      keyFile: resolve(config.keyFile),
      closesSecrets: config.closesSecrets,
      room,
      say,
      sayTime: (at) => sayMoment(at, config.timeZone),
    });
    return `${what}, ${formatAmount(movements)} movimientos`;
  } finally {
    fs.rmSync(room, { recursive: true, force: true });
  }
}

async function auditRestored(url: string | undefined): Promise<string> {
  if (!url)
    throw new Error(
      'Con DATABASE_URL restaure primero en otra base de datos y diga cuál: npm run drill -- postgres://.../copia',
    );
  if (url === config.databaseUrl) throw new Error('Esa es la base de datos de verdad, no una copia.');
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

/** Where the server reads it. */
async function note(check: { isOk: boolean; words: string }): Promise<void> {
  const write = async (database: Database): Promise<void> => {
    await noteCheck(database, 'drill', { at: new Date().toISOString(), ...check });
    await database.close();
  };
  if (config.databaseUrl)
    return write(await openPostgres({ databaseUrl: config.databaseUrl, log: () => undefined }));
  const cluster = await reachCluster({
    folder: `${config.dataDir}/db`,
    log: () => undefined,
    onFatal: () => undefined,
  });
  try {
    await write(await openPostgres({ databaseUrl: cluster.databaseUrl, log: () => undefined }));
  } finally {
    await cluster.close();
  }
}

import { formatAmount } from '#src/domain/money.ts';
import { nameDatabase, readConfig } from '#src/server/config.ts';
import { auditLedger, type LedgerAudit } from '#src/server/ledger/audit-ledger.ts';
import { checkStructure, type StructureCheck } from '#src/server/store/backup/check-structure.ts';
import { reachCluster } from '#src/server/store/cluster/open-cluster.ts';
import { noteCheck } from '#src/server/store/backup/check-notes.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';

/**
 * `npm run audit`: says what it read, whether every balance equals its postings, all postings sum to 0, and every table and
 * index is whole. Reads the database that DATABASE_URL names, else the one in DATA_DIR, also while its server runs. Exits
 * 1 on any difference.
 */
const config = readConfig(process.env);
// A month of a busy market takes the better part of a minute.
if (process.stderr.isTTY) process.stderr.write('Revisando cada movimiento…\n');
try {
  if (config.databaseUrl) await audit(config.databaseUrl, config.databaseUrl, false);
  else {
    const cluster = await reachCluster({
      folder: `${config.dataDir}/db`,
      log: () => undefined,
      onFatal: fail,
    });
    try {
      await audit(cluster.databaseUrl, cluster.superuserUrl, cluster.isRunning);
    } finally {
      await cluster.close();
    }
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

async function audit(databaseUrl: string, superuserUrl: string, isRunning: boolean): Promise<void> {
  const database = await openPostgres({
    databaseUrl,
    limits: config.databaseLimits,
    log: () => undefined,
  });
  try {
    // A running server has brought it up to date, and an older one than this program still works on it.
    if (!isRunning) await migrate(database);
    const structure = await checkStructure(superuserUrl);
    const audited = await auditLedger(database);
    const wrong = audited.findings.length + (structure?.findings.length ?? 0);
    await noteCheck(database, 'audit', {
      at: new Date().toISOString(),
      isOk: wrong === 0,
      words: `${formatAmount(wrong === 0 ? audited.movements : wrong)} ${wrong === 0 ? 'movimientos' : 'diferencias'}`,
    });
    report(audited, structure, `${nameDatabase(config)}${isRunning ? ' (en marcha)' : ''}`);
  } finally {
    await database.close();
  }
}

function report(audited: LedgerAudit, structure: StructureCheck | null, name: string): void {
  const findings = [...audited.findings, ...(structure?.findings ?? [])];
  const isRight = findings.length === 0;
  process.stdout.write(`Base de datos revisada: ${name}\n`);
  process.stdout.write(
    `Movimientos: ${audited.movements}\nAsientos: ${audited.postings}\nCódigos QR: ${audited.vouchers}\n`,
  );
  process.stdout.write(`Suma de todos los asientos: ${audited.total}\n`);
  process.stdout.write(
    structure
      ? `Tablas e índices leídos: ${structure.tables} y ${structure.indexes}, página por página.\n`
      : 'Tablas e índices: sin revisar (amcheck necesita un superusuario).\n',
  );
  for (const finding of findings) process.stdout.write(`✗ ${finding}\n`);
  process.stdout.write(
    isRight
      ? '✓ Cada saldo es igual a sus asientos y todos los asientos suman 0.\n'
      : `✗ ${findings.length} diferencias.\n`,
  );
  process.exitCode = isRight ? 0 : 1;
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

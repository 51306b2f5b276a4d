import { parseArgs } from 'node:util';
import { auditLedger, type LedgerAudit } from '#src/server/ledger/audit-ledger.ts';
import {
  readCheckpoint,
  writeCheckpoint,
  type Checkpoint,
  type NoCheckpoint,
} from '#src/server/ledger/audit/checkpoint.ts';
import { nameDatabase } from '#src/server/run/config.ts';
import { noteCheck } from '#src/server/run/postgres/backup/check-notes.ts';
import { checkStructure, type StructureCheck } from '#src/server/run/postgres/backup/check-structure.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { asOperator } from './as-operator.ts';
import { withServersDatabase, type Opened } from './servers-database.ts';

/**
 * `npm run audit`: starts at the last checkpoint or, with `-- --full` or without a trustworthy one, at the
 * first movement, with every page of the disk. Prints what it read, whether every balance equals its
 * postings, all postings sum to 0, and every table and index is intact. Reads the database of DATABASE_URL,
 * otherwise the one in DATA_DIR, even while its server runs. Exits 1 on any difference.
 */
await asOperator('npm run audit [-- --full]', async (config) => {
  const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
  // A busy market's month takes most of a minute.
  if (process.stderr.isTTY) process.stderr.write('Revisando cada movimiento…\n');
  await withServersDatabase(config, (opened) => audit(opened, values.full, nameDatabase(config)));
});

async function audit(
  { database, superuserUrl, isRunning }: Opened,
  isFull: boolean,
  name: string,
): Promise<void> {
  // A running server has migrated it, possibly an older one than this program, which still works on it.
  if (!isRunning) await migrate(database);
  const found = isFull ? { reason: 'se pidió todo' } : await readCheckpoint(database);
  const from = 'reason' in found ? null : found;
  const structure = from ? null : await checkStructure(superuserUrl);
  const audited = await auditLedger(database, from);
  const wrong = audited.findings.length + (structure?.findings.length ?? 0);
  await noteCheck(database, 'audit', { at: new Date().toISOString(), isOk: wrong === 0 });
  if (wrong === 0) await writeCheckpoint(database, audited, new Date());
  report(audited, { found, structure }, `${name}${isRunning ? ' (en marcha)' : ''}`);
}

type Way = { found: Checkpoint | NoCheckpoint; structure: StructureCheck | null };

function report(audited: LedgerAudit, { found, structure }: Way, name: string): void {
  const findings = [...audited.findings, ...(structure?.findings ?? [])];
  const isRight = findings.length === 0;
  process.stdout.write(`Base de datos revisada: ${name}\n`);
  process.stdout.write(
    `Movimientos: ${audited.movements}\nAsientos: ${audited.postings}\nCódigos QR: ${audited.vouchers}\n`,
  );
  process.stdout.write(`Suma de todos los asientos: ${audited.total}\n`);
  const looked = 'reason' in found ? '' : `${audited.movements - found.movements} movimientos nuevos`;
  process.stdout.write(
    'reason' in found
      ? `Revisado todo: ${found.reason}.\n`
      : `Revisado desde el punto verificado ${found.number} (${found.walkedAt.toISOString()}): ${looked}. Todo: npm run audit -- --full\n`,
  );
  if (!('reason' in found)) return finish(findings, isRight);
  process.stdout.write(
    structure
      ? `Tablas e índices leídos: ${structure.tables} y ${structure.indexes}, página por página.\n`
      : 'Tablas e índices: sin revisar (amcheck necesita un superusuario).\n',
  );
  finish(findings, isRight);
}

function finish(findings: readonly string[], isRight: boolean): void {
  for (const finding of findings) process.stdout.write(`✗ ${finding}\n`);
  process.stdout.write(
    isRight
      ? '✓ Cada saldo es igual a sus asientos y todos los asientos suman 0.\n'
      : `✗ ${findings.length} diferencias.\n`,
  );
  process.exitCode = isRight ? 0 : 1;
}

import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { nameDatabase, readConfig } from '#src/server/config.ts';
import { controlPath, controlSchema, type Control } from '#src/server/control-file.ts';
import { auditLedger, type LedgerAudit } from '#src/server/ledger/audit-ledger.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openDatabase } from '#src/server/store/open-database.ts';

/**
 * `npm run audit`: says what it looked at, whether every balance equals its postings and all postings sum to 0. With
 * DATABASE_URL it opens that database and asks nobody. Without, it asks the server that runs on DATA_DIR (the embedded
 * database lets one process in), else opens the data itself. Exits 1 on any difference.
 */
const config = readConfig(process.env);
// A month of a busy market takes the better part of a minute.
if (process.stderr.isTTY) process.stderr.write('Revisando cada movimiento…\n');
try {
  const asked = config.databaseUrl ? null : await askServer();
  if (asked) report(asked.audit, `${asked.database} (respondió el servidor en marcha)`);
  else report(await auditDirectly(), nameDatabase(config));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function report(audit: LedgerAudit, audited: string): void {
  const isRight = audit.findings.length === 0;
  process.stdout.write(`Base de datos revisada: ${audited}\n`);
  process.stdout.write(
    `Movimientos: ${audit.movements}\nAsientos: ${audit.postings}\nCódigos QR: ${audit.vouchers}\n`,
  );
  process.stdout.write(`Suma de todos los asientos: ${audit.total}\n`);
  for (const finding of audit.findings) process.stdout.write(`✗ ${finding}\n`);
  process.stdout.write(
    isRight
      ? '✓ Cada saldo es igual a sus asientos y todos los asientos suman 0.\n'
      : `✗ ${audit.findings.length} diferencias.\n`,
  );
  process.exitCode = isRight ? 0 : 1;
}

function readControl(): Control | null {
  const path = controlPath(config.dataDir);
  return existsSync(path) ? controlSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

async function askServer(): Promise<{ database: string; audit: LedgerAudit } | null> {
  const control = readControl();
  if (!control) return null;
  // The file of a server that was killed stays behind: nobody answers, and the data is free to be opened.
  const answer = await askOnThisMachine(`${control.url}/api/v1/control/audit`, control.token).catch(
    () => null,
  );
  return answer === null ? null : { database: control.database, audit: JSON.parse(answer) as LedgerAudit };
}

/** The address is this machine's own, from a file that only its user can read: its certificate is for other names. */
function askOnThisMachine(url: string, token: string): Promise<string | null> {
  const options = { headers: { 'x-control-token': token }, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? https.get(url, options, read) : http.get(url, options, read);
    request.on('error', reject);
    function read(answer: http.IncomingMessage): void {
      text(answer).then((body) => resolve(answer.statusCode === 200 ? body : null), reject);
    }
  });
}

async function auditDirectly(): Promise<LedgerAudit> {
  if (!config.databaseUrl && !existsSync(`${config.dataDir}/db`))
    throw new Error(`No hay datos en ${config.dataDir}. DATA_DIR nombra la carpeta.`);
  const database = await openDatabase({
    dataDir: `${config.dataDir}/db`,
    ...(config.databaseUrl ? { databaseUrl: config.databaseUrl } : {}),
    log: () => undefined,
    onFatal: (reason) => {
      process.stderr.write(`${reason}\n`);
      process.exit(1);
    },
  });
  try {
    await migrate(database);
    return await auditLedger(database);
  } finally {
    await database.close();
  }
}

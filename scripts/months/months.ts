import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#src/server/config.ts';
import { closeMonth, dropMonth } from '#src/server/ledger/months/close-month.ts';
import { listClosedMonths, listMonths } from '#src/server/ledger/months/list-months.ts';
import { reachCluster } from '#src/server/store/cluster/open-cluster.ts';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { readArchive, writeArchive } from './archive-file.ts';

/**
 * `npm run months -- list`, `detach <month> <folder>`, `drop <month> <folder>`: the months of postings, also while the server runs. Detaching
 * writes a month to a file and takes its table out of the way; dropping reads that file again and removes the table for good.
 */
const config = readConfig(process.env);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const usage = 'npm run months -- list | detach <mes> <carpeta> | drop <mes> <carpeta>';
try {
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  if (databaseUrl) await run(databaseUrl);
  else {
    const cluster = await reachCluster({
      folder: `${config.dataDir}/db`,
      log: () => undefined,
      onFatal: (reason) => {
        throw new Error(reason);
      },
    });
    try {
      await run(cluster.databaseUrl);
    } finally {
      await cluster.close();
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(databaseUrl: string): Promise<void> {
  const database = await openPostgres({ databaseUrl, limits: config.databaseLimits, log: () => undefined });
  try {
    const [what, month, folder] = process.argv.slice(2);
    if (what === 'list') return await list(database);
    if (!month || !folder || !existsSync(folder)) throw new Error(usage);
    if (what === 'detach') return await detach(database, month, folder);
    if (what === 'drop') return await drop(database, month, folder);
    throw new Error(usage);
  } finally {
    await database.close();
  }
}

async function list(database: Database): Promise<void> {
  for (const { name, archive, postings, droppedAt } of await listClosedMonths(database))
    say(`${name}: cerrado, ${postings} asientos en ${archive}${droppedAt ? ', borrado' : ''}`);
  for (const { name, endsAt, bytes } of await listMonths(database))
    say(`${name}: hasta el ${endsAt.toISOString().slice(0, 10)}, ${Math.ceil(bytes / 1_048_576)} MB`);
}

async function detach(database: Database, month: string, folder: string): Promise<void> {
  const { archive, postings } = await closeMonth(database, month, {
    archive: (pages) => writeArchive(folder, month, pages),
    now: new Date(),
  });
  say(`${month} está cerrado: ${postings} asientos en ${join(folder, archive)}, y todavía en closed_months.`);
  say('Guarde el archivo diez años en otro lugar. Después: npm run audit -- --full');
}

async function drop(database: Database, month: string, folder: string): Promise<void> {
  const closed = (await listClosedMonths(database)).find(({ name }) => name === month);
  if (!closed) throw new Error(`No hay un mes cerrado que se llame ${month}.`);
  const found = await readArchive(join(folder, closed.archive));
  if (found.digest !== closed.digest || found.postings !== closed.postings)
    throw new Error(`${closed.archive} no es lo que se archivó de ${month}. No se borró nada.`);
  await dropMonth(database, month, new Date());
  say(`${month}: sus ${closed.postings} asientos quedan solo en ${closed.archive}.`);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serverExtras } from '#src/server/extras.ts';
import { closeMonth, dropMonth } from '#src/server/months/close-month.ts';
import { listClosedMonths, listMonths } from '#src/server/months/list-months.ts';
import type { Database } from '#src/server/store/database.ts';
import { asOperator } from '../operator/as-operator.ts';
import { withServersDatabase } from '../operator/servers-database.ts';
import { readArchive, writeArchive } from './archive-file.ts';

/**
 * `npm run months -- list`, `detach <month> <folder>`, `drop <month> <folder>`: the months of postings, even
 * while the server runs. Detaching writes a month to a file and detaches its table; dropping reads that file
 * again and deletes the table permanently.
 */
const usage = 'npm run months -- list | detach <mes> <carpeta> | drop <mes> <carpeta>';
await asOperator(usage, async (config) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  await withServersDatabase(config, ({ database }) => run(database, positionals), { asOwner: true });
});

async function run(database: Database, words: readonly string[]): Promise<void> {
  const [what, month, folder] = words;
  if (what === 'list') return list(database);
  if (!month || !folder) throw new Error(`Se usa así: ${usage}`);
  if (!existsSync(folder)) throw new Error(`La carpeta ${folder} no está.`);
  if (what === 'detach') return detach(database, month, folder);
  if (what === 'drop') return drop(database, month, folder);
  throw new Error(`Se usa así: ${usage}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
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
    extras: Object.values(serverExtras),
  });
  say(`${month} está cerrado: ${postings} asientos en ${join(folder, archive)}, y todavía en closed_months.`);
  say('Guarde el archivo diez años en otro lugar. Después: npm run audit -- --full');
}

async function drop(database: Database, month: string, folder: string): Promise<void> {
  const closed = (await listClosedMonths(database)).find(({ name }) => name === month);
  if (!closed) throw new Error(`No hay un mes cerrado que se llame ${month}.`);
  const path = join(folder, closed.archive);
  if (!existsSync(path)) throw new Error(`No está ${path}, lo que se archivó de ${month}. No se borró nada.`);
  const found = await readArchive(path);
  if (found.digest !== closed.digest || found.postings !== closed.postings)
    throw new Error(`${closed.archive} no es lo que se archivó de ${month}. No se borró nada.`);
  await dropMonth(database, month, new Date());
  say(`${month}: sus ${closed.postings} asientos quedan solo en ${closed.archive}.`);
}

import { parseArgs } from 'node:util';
import type { Answer } from '#src/server/answer.ts';
import { serverExtras } from '#src/server/extras.ts';
import type { Database } from '#src/server/store/database.ts';
import { asOperator } from './as-operator.ts';
import { withServersDatabase } from './servers-database.ts';

/**
 * `npm run forget`: prints how many customers have had no movement for longer than the retention of every
 * market that served them. With `--yes` their names, documents, phones and emails are deleted. Customers with
 * a balance or an open line stay. It may run every night; an interrupted run is completed by the next.
 */
await asOperator('npm run forget [-- --yes]', async (config) => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  await withServersDatabase(config, ({ database }) => forget(database, values.yes));
});

async function forget(database: Database, isSaid: boolean): Promise<void> {
  const now = () => new Date();
  const due: (() => Promise<Answer<unknown>>)[] = [];
  for (const { outOfTime } of Object.values(serverExtras)) {
    if (outOfTime === undefined) continue;
    for (const id of await outOfTime.read(database, now()))
      due.push(() => outOfTime.forget({ database, now }, id));
  }
  if (!isSaid)
    return say(
      `${due.length} clientes pasaron el tiempo de sus mercados. Nada se borró: con --yes se borran sus datos.`,
    );
  const kept = new Map<string, number>();
  let forgotten = 0;
  for (const forgetOne of due) {
    const answer = await forgetOne();
    if (answer.ok) forgotten += 1;
    else kept.set(answer.code, (kept.get(answer.code) ?? 0) + 1);
  }
  say(`Se borraron los datos de ${forgotten} clientes.`);
  for (const [code, count] of kept) say(`${count} quedan: ${code}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

import { parseArgs } from 'node:util';
import { readConfig } from '#src/server/config.ts';
import { forgetCustomer } from '#src/server/customers/forget.ts';
import { readOutOfTime } from '#src/server/customers/served.ts';
import { reachCluster } from '#src/server/store/cluster/open-cluster.ts';
import { openPostgres } from '#src/server/store/postgres.ts';

/**
 * `npm run forget`: how many customers have been without a movement for longer than the years of every market that served
 * them. With `--yes` their names, documents, phones and emails go. Who still holds money or has a line to decide stays. May be
 * run every night; run again it finds what is left.
 */
const config = readConfig(process.env);
const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  if (config.databaseUrl) await forget(config.databaseUrl);
  else {
    const cluster = await reachCluster({
      folder: `${config.dataDir}/db`,
      log: () => undefined,
      onFatal: (reason) => {
        throw new Error(reason);
      },
    });
    try {
      await forget(cluster.databaseUrl);
    } finally {
      await cluster.close();
    }
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function forget(databaseUrl: string): Promise<void> {
  const database = await openPostgres({
    databaseUrl,
    limits: config.databaseLimits,
    log: () => undefined,
  });
  try {
    const now = () => new Date();
    const due = await readOutOfTime(database, now());
    if (!values.yes) {
      say(
        `${due.length} clientes pasaron el tiempo de sus mercados. Nada se borró: con --yes se borran sus datos.`,
      );
      return;
    }
    const kept = new Map<string, number>();
    let forgotten = 0;
    for (const id of due) {
      const answer = await forgetCustomer({ database, now }, null, id);
      if (answer.ok) forgotten += 1;
      else kept.set(answer.code, (kept.get(answer.code) ?? 0) + 1);
    }
    say(`Se borraron los datos de ${forgotten} clientes.`);
    for (const [code, count] of kept) say(`${count} quedan: ${code}.`);
  } finally {
    await database.close();
  }
}

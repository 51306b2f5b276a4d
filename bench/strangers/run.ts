import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { defaultQuotas } from '#src/server/http/throttle.ts';
import { openCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openTwoMarkets } from '#tests/support/market/two-markets.ts';
import { reportFigure } from '#tests/support/measurements.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { median, ratePerSecond, whole } from '../measure.ts';

/*
 * Purchases of one stall, one after the other, alone and beside sixteen parallel readers of one address, with the quotas
 * of a real server. The readers run in a separate process; rounds alternate.
 */
const rounds = 5;
const seconds = 8;
const folder = temporaryFolder();
const cluster = await openCluster({
  folder,
  log: () => undefined,
  onFatal: (reason) => {
    throw new Error(reason);
  },
});
const database = await openPostgres({ databaseUrl: cluster.databaseUrl, log: () => undefined });
try {
  await migrate(database);
  const app = await openTestApp(database, { quotas: defaultQuotas });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { tokens, ids } = await openTwoMarkets(app, database);
  const market = await openSmallMarket(database);
  const codeQrUuid = await market.issue(2_000_000);
  const buy = async (): Promise<void> => {
    const body = { userId: market.customer, estanteId: ids['ESTANTE'], codeQrUuid, price: 1 };
    const { status } = await ask(app, 'POST', '/shopping/create', { body, token: tokens['ESTANTE'] });
    if (status !== 201) throw new Error(`a purchase was answered with ${status}`);
  };
  await ratePerSecond(1, seconds, buy);
  for (const path of ['/openapi.json', '/health', '/sync/keys']) {
    const rates = { alone: [] as number[], beside: [] as number[] };
    const answered: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      rates.alone.push(await ratePerSecond(1, seconds, buy));
      const url = `http://127.0.0.1:${port}/api/v1${path}`;
      const readers = spawn(process.execPath, ['--import', 'tsx', 'bench/strangers/readers.ts', url]);
      readers.stdout.on('data', (text: Buffer) => answered.push(text.toString().trim()));
      await once(readers.stdout, 'data');
      rates.beside.push(await ratePerSecond(1, seconds, buy));
      readers.kill('SIGTERM');
      await once(readers, 'exit');
    }
    const ratio = median(rates.beside.map((rate, round) => rate / (rates.alone[round] ?? Number.NaN)));
    console.log(
      `${path}: ${whole(median(rates.alone))} purchases a second alone, ${whole(median(rates.beside))} beside; answers ${answered.join(' ')}`,
    );
    reportFigure({
      what: `Purchases of a stall beside 16 readers of ${path}, to its own alone`,
      figure: ratio,
      unit: '',
      wanted: { atLeast: 0.9 },
    });
  }
  await app.close();
} finally {
  await database.close();
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}

import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteRunning } from '#src/server/run/postgres/cluster/cluster-places.ts';
import { databaseForSuite } from '#tests/support/for-suite.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { foldAll } from '#tests/support/server/fold-all.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const [opened, another] = [databaseForSuite(), databaseForSuite()];
let dataDir: string;
beforeAll(async () => {
  await (await openSmallMarket(opened.database)).issue(50_000);
  dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'db'));
  const url = another.databaseUrl;
  noteRunning(join(dataDir, 'db'), { databaseUrl: url, superuserUrl: url, maintenanceUrl: url, data: '/' });
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function audit(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npx', ['tsx', 'scripts/operator/audit.ts', ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...environment },
  });
  return stdout;
}

it('audits the database that DATABASE_URL names, whatever server runs on the data folder, and names it', async () => {
  const printed = await audit({ DATABASE_URL: opened.databaseUrl });
  expect(printed).toMatch(/^Base de datos revisada: PostgreSQL .*mercado_test_\w+\n/);
  expect(printed).toContain('Códigos QR: 1\n');
});

it('starts at the last checkpoint, or at the beginning on request', async () => {
  await foldAll(opened.database, 'America/Bogota');
  const url = { DATABASE_URL: opened.databaseUrl };
  expect(await audit(url, '--full')).toContain('Revisado todo: se pidió todo.\n');
  const printed = await audit(url);
  expect(printed).toMatch(/Revisado desde el punto verificado 1 .*: 0 movimientos nuevos/);
  expect(printed).not.toContain('página por página');
});

it("audits the open database of the data folder's server, including every table and index", async () => {
  const printed = await audit({});
  expect(printed).toContain(`Base de datos revisada: ${join(dataDir, 'db')} (en marcha)\n`);
  expect(printed).toContain('Códigos QR: 0\n');
  expect(printed).toMatch(/Tablas e índices leídos: [1-9]\d* y [1-9]\d*, página por página/);
});

import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, temporaryFolder, type TestDatabase } from '#tests/support/test-database.ts';
import { openSmallMarket } from '#tests/support/small-market.ts';

let opened: TestDatabase;
let another: Server;
let dataDir: string;
let calls = 0;
beforeAll(async () => {
  opened = await openTestDatabase();
  await (await openSmallMarket(opened.database)).issue(50_000);
  dataDir = temporaryFolder();
  another = createServer((_request, response) => {
    calls += 1;
    response.end('{"movements":77,"postings":77,"vouchers":77,"total":0,"findings":[]}');
  });
  await new Promise<void>((resolve) => another.listen(0, '127.0.0.1', resolve));
  const { port } = another.address() as AddressInfo;
  const control = { url: `http://127.0.0.1:${port}`, token: 'c'.repeat(43), pid: 1, database: 'another' };
  writeFileSync(join(dataDir, 'control.json'), JSON.stringify(control));
});
afterAll(async () => {
  await new Promise((resolve) => another.close(resolve));
  await opened.stop();
  rmSync(dataDir, { recursive: true });
});

it('audits the database that DATABASE_URL names, whoever runs on the data folder, and says which', async () => {
  const { stdout } = await promisify(execFile)('npx', ['tsx', 'scripts/audit.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: opened.databaseUrl },
  });
  expect(stdout).toMatch(/^Base de datos revisada: PostgreSQL .*mercado_test_\w+\n/);
  expect(stdout).toContain('Códigos QR: 1\n');
  expect(calls).toBe(0);
});

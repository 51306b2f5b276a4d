import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDrill } from '#scripts/drill/run-drill.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { backUp } from '#src/server/postgres/backup/back-up.ts';
import { nameOfCopy } from '#src/server/postgres/backup/keep-copies.ts';
import { makeFolder } from '#src/server/secrets/sync-folder.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openOwnDatabase } from '#tests/support/server/own-cluster.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const secret = { by: 'key-file' as const, key: new Uint8Array(32).fill(7) };
let root: string;
beforeAll(() => {
  root = temporaryFolder();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('the newest copy of a folder is restored in a drill: a server starts on it, and a device returns its later operations', async () => {
  const [data, folder] = [join(root, 'data'), join(root, 'usb')];
  makeFolder(folder);
  const database = await openOwnDatabase(data);
  const market = await openSmallMarket(database);
  for (const day of ['21', '22']) {
    await market.issue(1_000);
    const now = new Date(`2026-11-${day}T02:00:00Z`);
    await backUp({
      folder: join(data, 'db'),
      target: join(folder, 'unnamed'),
      now,
      secret,
      log: () => undefined,
      audit: async (copied) => (await auditLedger(copied)).findings,
    });
    renameSync(join(folder, 'unnamed'), join(folder, nameOfCopy(now)));
  }
  await database.close();
  const room = temporaryFolder();
  const lines: string[] = [];
  const { from, movements } = await runDrill({
    source: folder,
    secret: () => secret,
    keyFile: join(root, 'no-key'),
    closesSecrets: false,
    room,
    say: (line) => lines.push(line),
  });
  rmSync(room, { recursive: true });
  expect({ from, movements }).toEqual({ from: 'copia del 2026-11-22T02:00:00.000Z', movements: 2 });
  expect(lines).toHaveLength(4);
});

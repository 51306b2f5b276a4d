import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { migrate } from '#src/server/store/migrate.ts';
import { openDatabase } from '#src/server/store/open-database.ts';
import { temporaryFolder } from '#tests/support/embedded.ts';
import { engines } from '#tests/support/engines.ts';
import { startPostgres, type PostgresForTests } from '#tests/support/postgres.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { openSmallMarket } from '#tests/support/small-market.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 20);
const clients = 8;

describe.each(engines)('the server is killed in the middle of purchases, on %s', (engine) => {
  let postgres: PostgresForTests | undefined;
  let environment: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    environment = { DATA_DIR: folder };
    if (engine === 'postgres') {
      postgres = await startPostgres();
      environment['DATABASE_URL'] = await postgres.createDatabase();
    }
  });
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function withDatabase<Value>(work: (market: Awaited<ReturnType<typeof open>>) => Promise<Value>) {
    const opened = await open();
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  }
  async function open() {
    mkdirSync(folder, { recursive: true });
    const databaseUrl = environment['DATABASE_URL'];
    const database = await openDatabase({
      dataDir: join(folder, 'db'),
      ...(databaseUrl ? { databaseUrl } : {}),
      log: () => undefined,
      onFatal: (reason) => {
        throw new Error(reason);
      },
    });
    await migrate(database);
    return database;
  }

  it(`loses no acknowledged purchase and repeats none in ${rounds} kills`, { timeout: 900_000 }, async () => {
    const { command, vouchers } = await withDatabase(async (database) => {
      const market = await openSmallMarket(database);
      const issued = await Promise.all(Array.from({ length: clients }, () => market.issue(2_000_000)));
      return { command: { userId: market.customer, estanteId: market.stalls[1] }, vouchers: issued };
    });
    const acknowledged = new Map<string, string>();
    /** asked and not answered when the server died: asked again with the same key after the next start */
    const unanswered = new Map<string, string>();

    for (let round = 0; round < rounds; round += 1) {
      const server = await startServerProcess(environment);
      const buy = async (voucher: string, key: string): Promise<boolean> => {
        unanswered.set(key, voucher);
        const answer = await fetch(`${server.url}/api/v1/shopping/create`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ ...command, codeQrUuid: voucher, price: 1 }),
        }).catch(() => null);
        const receipt = (await answer?.json().catch(() => null)) as { codeCompra?: string } | null;
        if (!receipt?.codeCompra) return false;
        expect(acknowledged.get(key) ?? receipt.codeCompra).toBe(receipt.codeCompra);
        acknowledged.set(key, receipt.codeCompra);
        unanswered.delete(key);
        return true;
      };
      for (const [key, voucher] of unanswered) expect(await buy(voucher, key)).toBe(true);
      // Killed after a random number of answers, so that nothing here depends on the speed of the machine.
      let left = 1 + Math.floor(Math.random() * 60);
      await Promise.all(
        vouchers.map(async (voucher) => {
          while (await buy(voucher, randomUUID())) {
            left -= 1;
            if (left === 0) void server.kill();
          }
        }),
      );
      await server.kill();
    }

    await withDatabase(async (database) => {
      const { rows } = await database.query<{ reference: string; code: string }>({
        text: `select m.reference, b.code from purchase b join movement m on m.id = b.movement_id`,
      });
      const recorded = new Map(rows.map((row) => [row.reference, row.code]));
      for (const [key, code] of acknowledged) expect(recorded.get(key)).toBe(code);
      expect(recorded.size).toBeLessThanOrEqual(acknowledged.size + unanswered.size);
      expect(acknowledged.size).toBeGreaterThan(rounds);
      expect((await auditLedger(database)).findings).toEqual([]);
    });
  });

  it('closes in order when it is asked to, and a second one waits for its turn', async () => {
    const first = await startServerProcess(environment);
    if (engine === 'embedded')
      await expect(startServerProcess(environment)).rejects.toThrow(/Otra copia del servidor|ya usa/);
    expect(await first.stop()).toBe(0);
    const second = await startServerProcess(environment);
    expect(await second.stop()).toBe(0);
  });
});

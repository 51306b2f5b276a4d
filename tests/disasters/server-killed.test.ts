import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openOwnDatabase, processesOf } from '#tests/support/server/own-cluster.ts';
import { startServerProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 4);
const clients = 8;
/** Victims of each round: the server, its PostgreSQL, one of that one's processes, or both at once. */
const victims = ['server', 'postmaster', 'backend', 'both'] as const;

describe('a server or its PostgreSQL killed during purchases', () => {
  let folder: string;
  let environment: Record<string, string>;
  let server: ServerProcess;
  beforeAll(() => {
    folder = temporaryFolder();
    environment = { DATA_DIR: folder };
  });
  afterAll(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openMarket() {
    const database = await openOwnDatabase(folder);
    const market = await openSmallMarket(database);
    const vouchers = await Promise.all(Array.from({ length: clients }, () => market.issue(2_000_000)));
    await database.close();
    return { command: { userId: market.customer, estanteId: market.stalls[1] }, vouchers };
  }

  it(
    `loses no acknowledged purchase and repeats none in ${rounds} kills`,
    { timeout: 1_800_000 },
    async () => {
      const { command, vouchers } = await openMarket();
      const acknowledged = new Map<string, string>();
      /** Unanswered when something was killed: repeated with the same key. */
      const unanswered = new Map<string, string>();

      const buy = async (voucher: string, key: string): Promise<boolean> => {
        unanswered.set(key, voucher);
        const answer = await fetch(`${server.url}/api/v1/shopping/create`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ ...command, codeQrUuid: voucher, price: 1 }),
        }).catch(() => null);
        // After many repetitions the address may be throttled for a minute.
        if (answer) expect([201, 429, 503]).toContain(answer.status);
        const receipt = (await answer?.json().catch(() => null)) as { codeCompra?: string } | null;
        if (!receipt?.codeCompra) return false;
        expect(acknowledged.get(key) ?? receipt.codeCompra).toBe(receipt.codeCompra);
        acknowledged.set(key, receipt.codeCompra);
        unanswered.delete(key);
        return true;
      };
      const askAgain = async (): Promise<void> => {
        for (const [key, voucher] of unanswered)
          await expect.poll(() => buy(voucher, key), { timeout: 150_000, interval: 250 }).toBe(true);
      };

      server = await startServerProcess(environment);
      for (let round = 0; round < rounds; round += 1) {
        const victim = victims[round % victims.length] ?? 'server';
        await askAgain();
        // Killed after a random number of answers, so that nothing depends on the machine's speed.
        let left = 1 + Math.floor(Math.random() * 30);
        await Promise.all(
          vouchers.map(async (voucher) => {
            // A database that was back before the next query goes unnoticed: the callers then stop without an
            // error.
            while (left > -10 && (await buy(voucher, randomUUID()))) {
              left -= 1;
              if (left === 0) killDatabase(folder, victim);
              if (left === 0 && (victim === 'server' || victim === 'both')) void server.kill();
            }
          }),
        );
        if (victim === 'server' || victim === 'both') {
          await server.kill();
          server = await startServerProcess(environment);
        }
      }
      await askAgain();
      expect(await server.stop()).toBe(0);

      const database = await openOwnDatabase(folder);
      const { rows } = await database.query<{ reference: string; code: string }>({
        text: `select m.reference, b.code from purchase b join movement m on m.id = b.movement_id`,
      });
      const recorded = new Map(rows.map((row) => [row.reference, row.code]));
      for (const [key, code] of acknowledged) expect(recorded.get(key)).toBe(code);
      expect(recorded.size).toBe(acknowledged.size);
      expect(acknowledged.size).toBeGreaterThan(rounds);
      expect((await auditLedger(database)).findings).toEqual([]);
      await database.close();
    },
  );

  it('closes in order on request, and refuses a second server', async () => {
    server = await startServerProcess(environment);
    await expect(startServerProcess(environment)).rejects.toThrow('Otra copia del servidor');
    expect(await server.stop()).toBe(0);
    server = await startServerProcess(environment);
    expect(await server.stop()).toBe(0);
  });
});

function killDatabase(folder: string, victim: (typeof victims)[number]): void {
  const { postmaster, others } = processesOf(folder);
  if (victim === 'postmaster' || victim === 'both') process.kill(postmaster, 'SIGKILL');
  const other = others[Math.floor(Math.random() * others.length)];
  if (victim === 'backend' && other !== undefined) process.kill(other, 'SIGKILL');
}

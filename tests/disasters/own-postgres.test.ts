import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '#src/server/run/postgres/backup/back-up.ts';
import { checkStructure } from '#src/server/run/postgres/backup/check-structure.ts';
import { reachCluster } from '#src/server/run/postgres/cluster/open-cluster.ts';
import { openDatabase } from '#src/server/run/postgres/open-database.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { openOwnDatabase, processesOf } from '#tests/support/server/own-cluster.ts';
import { startServerProcess } from '#tests/support/server/server-process.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';

/** Created once: these tests need an existing database. Its creation is tested in `wherever-it-starts`. */
let prepared: string;
let folder: string;
beforeAll(async () => {
  prepared = temporaryFolder();
  await (await openOwnDatabase(prepared)).close();
});
beforeEach(() => {
  folder = temporaryFolder();
  // With owner and permissions, which PostgreSQL checks.
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

const data = (): string => join(folder, 'db/postgres/data');

/** The shells that wait for the end of this server, by the process that they would stop (Linux). */
function watchesOf(postmaster: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => commandOf(name).endsWith(`mercado-watch\0${postmaster}\0`))
    .map(Number);
}

function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe("the server's own PostgreSQL", () => {
  it('ends with a killed server', async () => {
    const server = await startServerProcess({ DATA_DIR: folder });
    const { postmaster } = processesOf(folder);
    await server.kill();
    await expect.poll(() => commandOf(postmaster), { timeout: 30_000 }).toBe('');
  });

  it('is ended by the next start when server and watch were killed', async () => {
    const server = await startServerProcess({ DATA_DIR: folder });
    const { postmaster } = processesOf(folder);
    const watches = watchesOf(postmaster);
    expect(watches).toHaveLength(1);
    for (const watch of watches) process.kill(watch, 'SIGKILL');
    await server.kill();
    expect(commandOf(postmaster)).toContain('postgres');
    const database = await openOwnDatabase(folder);
    expect(processesOf(folder).postmaster).not.toBe(postmaster);
    await database.close();
  });

  it('starts although the pid it recorded now belongs to another process', async () => {
    const noted = [process.ppid, data(), 1, 5432, join(folder, 'db/postgres'), '', '', 'ready'];
    writeFileSync(join(data(), 'postmaster.pid'), `${noted.join('\n')}\n`);
    await (await openOwnDatabase(folder)).close();
    expect(existsSync(join(data(), 'postmaster.pid'))).toBe(false);
  });

  it('is restarted for the next query when killed; killed repeatedly, it ends the server with a sentence', async () => {
    const reasons: string[] = [];
    const database = await openDatabase({
      dataDir: join(folder, 'db'),
      log: () => undefined,
      onFatal: (reason) => reasons.push(reason),
    });
    const isThere = async (): Promise<boolean> => {
      try {
        await database.query({ text: 'select 1' });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'UNAVAILABLE' });
        return false;
      }
    };
    const kill = async (): Promise<number> => {
      const { postmaster } = processesOf(folder);
      process.kill(postmaster, 'SIGKILL');
      await expect.poll(() => commandOf(postmaster), { timeout: 60_000 }).toBe('');
      return postmaster;
    };
    // A backend outlives its postmaster for a moment and may still answer: only another postmaster's record
    // proves a restart.
    const isThereAfter = async (killed: number): Promise<boolean> =>
      (await isThere()) && processesOf(folder).postmaster !== killed;
    const first = await kill();
    await expect.poll(() => isThereAfter(first), { timeout: 60_000 }).toBe(true);
    expect(reasons).toEqual([]);
    while (reasons.length === 0) {
      const killed = await kill();
      const isOver = async (): Promise<boolean> => reasons.length > 0 || (await isThereAfter(killed));
      await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
    }
    expect(reasons[0]).toContain('se cierra una y otra vez');
    await database.close();
  });

  it('refuses to work when a setting that money depends on was switched off', async () => {
    const database = await openOwnDatabase(folder);
    await database.query({ text: 'alter role current_user set synchronous_commit = off' });
    await database.close();
    await expect(openOwnDatabase(folder)).rejects.toThrow('synchronous_commit');
  });

  it('with a changed byte in an index is detected by the audit, and no copy of it is kept', async () => {
    const database = await openOwnDatabase(folder);
    await (await openSmallMarket(database)).issue(50_000);
    const { rows } = await database.query<{ path: string }>({
      text: `select pg_relation_filepath('voucher_pkey') as path`,
    });
    await database.close();
    const file = join(data(), rows[0]?.path ?? '');
    const bytes = readFileSync(file);
    // In the second page: the first only locates the root.
    bytes.writeUInt8(bytes.readUInt8(16_000) ^ 1, 16_000);
    writeFileSync(file, bytes);
    const options = { folder: join(folder, 'db'), log: () => undefined, onFatal: () => undefined };
    const cluster = await reachCluster(options);
    const check = await checkStructure(cluster.superuserUrl);
    await cluster.close();
    expect(check?.findings).toEqual([expect.stringMatching(/^voucher_pkey: invalid page/)]);
    const target = join(folder, 'copy');
    await expect(
      backUp({ ...options, target, now: new Date(), audit: () => Promise.resolve([]) }),
    ).rejects.toThrow('no pasó la revisión');
    expect(existsSync(target)).toBe(false);
  });
});

import fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/server/store/database.ts';
import { openEmbedded, type EmbeddedInternals } from '#src/server/store/embedded/open-embedded.ts';
import { assertPgliteVersion } from '#src/server/store/embedded/pglite-version.ts';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { temporaryFolder } from '#tests/support/embedded.ts';
import { runScript } from './run-script.ts';

let dataDir = '';
let fatal: string[] = [];

beforeEach(() => {
  dataDir = temporaryFolder();
  fatal = [];
});

afterEach(() => {
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function open(internals: EmbeddedInternals = {}): Promise<Database> {
  return openEmbedded({ dataDir, log: () => undefined, onFatal: (reason) => fatal.push(reason) }, internals);
}

async function countOf(database: Database, table: string): Promise<unknown> {
  const { rows } = await database.query({ text: `SELECT count(*) AS n FROM ${table}` });
  return rows[0]?.['n'];
}

describe('the self-test at start', () => {
  it.each<[Plant, RegExp]>([
    [
      'no-bridge',
      /no es segura para manejar dinero: .*pg_control; 3 de 3 confirmaciones no llegaron al disco/,
    ],
    ['late-bridge', /el arranque no sincronizó global\/pg_control/],
    ['no-folder-sync', /se creó un archivo nuevo y su carpeta no se sincronizó/],
  ])('refuses with %s, and lets the folder go', async (plant, sentence) => {
    await expect(open({ plants: [plant] })).rejects.toThrow(sentence);
    const database = await open();
    await database.close();
    expect(fatal).toEqual([]);
  });

  it('refuses any other release of PGlite', () => {
    expect(() => assertPgliteVersion('0.5.17')).toThrow(
      /exige @electric-sql\/pglite 0\.5\.16 y está instalada la 0\.5\.17/,
    );
    expect(() => assertPgliteVersion()).not.toThrow();
  });
});

describe('the process stops before it answers', () => {
  it.each<[Plant, RegExp]>([
    [
      'sync-fails-in-service',
      /se detiene para no perder dinero: el disco no confirmó la escritura de .*pg_wal/,
    ],
    ['bridge-lost-in-service', /se detiene para no perder dinero: una confirmación no llegó al disco/],
  ])('when %s', async (plant, sentence) => {
    const script = runScript('./write-until-stopped.ts', dataDir, plant);
    expect(await script.nextLine()).toBeUndefined();
    const { signal, stderr } = await script.ended;
    expect(signal).toBe('SIGKILL');
    expect(stderr).toMatch(sentence);
    const database = await open();
    await database.close();
  });
});

describe('a crash of the process', () => {
  it('keeps every acknowledged row, and a second server is refused while the first lives', async () => {
    const script = runScript('./write-until-stopped.ts', dataDir);
    expect(await script.nextLine()).toBe('open');
    let acknowledged = 0;
    while (acknowledged < 50) acknowledged = Number(await script.nextLine());
    await expect(open()).rejects.toThrow(`(proceso ${script.process.pid} en`);
    script.process.kill('SIGKILL');
    await script.ended;
    for (let line = await script.nextLine(); line !== undefined; line = await script.nextLine())
      acknowledged = Number(line);
    const database = await open();
    expect(await countOf(database, 'sale')).toBeGreaterThanOrEqual(acknowledged);
    await database.close();
  });

  it('opens after one that left an empty postmaster.pid, an unfinished folder and an unfinished self-test', async () => {
    const first = await open();
    await first.query({ text: 'CREATE TABLE embedded_store.self_test (id int)' });
    await first.close();
    const pidFile = join(dataDir, 'database', 'postmaster.pid');
    fs.writeFileSync(pidFile, '');
    await expect(open({ plants: ['keep-pid-file'] })).rejects.toThrow(/./);
    fs.mkdirSync(join(dataDir, 'database.new'));
    fs.writeFileSync(join(dataDir, 'database.new', 'PG_VERSION'), '18');
    await (await open()).close();
    expect(fs.readdirSync(dataDir).filter((name) => !name.startsWith('database.lock'))).toEqual(['database']);
  });
});

describe('in service', () => {
  it('fails everything that waits and reports it once when the thread dies', async () => {
    const database = await open({ preload: new URL('./die-when-told.ts', import.meta.url).href });
    const long = database.query({ text: 'SELECT count(*) FROM generate_series(1, 2000000)' });
    const waiting = [
      database.query({ text: 'SELECT 1' }),
      database.transaction((session) => session.query({ text: 'SELECT 2' })),
    ];
    fs.writeFileSync(join(dataDir, 'die'), '');
    const answers = await Promise.allSettled([
      long,
      ...waiting,
      database.query({ text: 'SELECT 3' }, 'money'),
    ]);
    expect(answers.at(-2)?.status).toBe('rejected');
    await expect(database.query({ text: 'SELECT 4' })).rejects.toThrow(/./);
    expect(fatal).toEqual([expect.stringContaining('el hilo de la base de datos terminó')]);
    await database.close();
    await (await open()).close();
  });

  it('goes on after a large transaction that rolled back, whose log was never synced', async () => {
    const database = await open();
    await database.query({ text: 'CREATE TABLE big (id int8, filler text)' });
    const work = database.transaction(async (session) => {
      await session.query({
        text: "INSERT INTO big SELECT n, repeat('x', 200) FROM generate_series(1, 20000) n",
      });
      throw new Error('planned');
    });
    await expect(work).rejects.toThrow('planned');
    await database.transaction((session) => session.query({ text: 'SELECT 1' }));
    expect(await countOf(database, 'big')).toBe(0);
    await database.close();
    expect(fatal).toEqual([]);
  });

  it('checkpoints by itself, so that the log does not grow for ever', async () => {
    const database = await open({ checkpointBytes: 1024 * 1024 });
    await database.query({ text: 'CREATE TABLE big (id int8, filler text)' });
    for (let round = 0; round < 8; round += 1) {
      await database.query({
        text: "INSERT INTO big SELECT n, repeat('x', 200) FROM generate_series(1, 4000) n",
      });
    }
    const { rows } = await database.query<{ behind: number; total: number }>({
      text: "SELECT (pg_current_wal_lsn() - redo_lsn)::int8 AS behind, (pg_current_wal_lsn() - '0/0')::int8 AS total FROM pg_control_checkpoint()",
    });
    expect(rows[0]?.behind).toBeLessThan(3 * 1024 * 1024);
    await database.close();
  });
});

import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  lockDataFolder,
  type DataFolderLock,
  currentProcess,
  livenessOf,
  type ProcessIdentity,
} from '#src/server/run/postgres/cluster/data-folder-lock.ts';
import { temporaryFolder } from '#tests/support/server/test-database.ts';
import { runScript, type RunningScript } from './run-script.ts';

let folder = '';
let path = '';
let scripts: RunningScript[] = [];

beforeEach(() => {
  lost = [];
  folder = temporaryFolder();
  path = join(folder, 'database.lock');
});

afterEach(async () => {
  for (const script of scripts.splice(0)) {
    script.process.kill('SIGKILL');
    await script.ended;
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

function holdInAnotherProcess(): RunningScript {
  const script = runScript('./hold-data-folder.ts', path);
  scripts.push(script);
  return script;
}

async function expectFree(): Promise<void> {
  const held = await lock();
  held.release();
  expect(lost).toEqual([]);
}

function plantLock(holder: ProcessIdentity, number = 5): void {
  fs.writeFileSync(`${path}.${number}`, JSON.stringify({ state: 'held', process: holder }));
}

let lost: string[] = [];

function lock(): Promise<DataFolderLock> {
  return lockDataFolder(path, (reason) => lost.push(reason), { heartbeatMs: 50, silenceMs: 200 });
}

it("refuses a second server with the first one's pid, and admits it once the first has closed", async () => {
  const other = holdInAnotherProcess();
  expect(await other.nextLine()).toBe('held');
  await expect(lock()).rejects.toThrow(
    `Otra copia del servidor ya usa esta carpeta de datos (proceso ${other.process.pid} en `,
  );
  other.process.stdin?.write('let go\n');
  await other.ended;
  const held = await lock();
  await expect(lock()).rejects.toThrow(`proceso ${process.pid} en`);
  held.release();
  held.release();
});

it('admits exactly one of many that find a dead holder at once', async () => {
  plantLock({ ...currentProcess(), pid: 4_194_304 });
  const starters = Array.from({ length: 4 }, holdInAnotherProcess);
  const answers = await Promise.all(starters.map((starter) => starter.nextLine()));
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
  expect(answers.filter((answer) => answer?.startsWith('refused: Otra copia'))).toHaveLength(3);
});

it('lets at most one hold it while many take and release it in one process', async () => {
  let holders = 0;
  let taken = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let attempt = 0; attempt < 30; attempt += 1) {
        const held = await lock().catch(() => undefined);
        if (!held) {
          await delay(1);
          continue;
        }
        holders += 1;
        taken += 1;
        expect(holders).toBe(1);
        await delay(1);
        holders -= 1;
        held.release();
      }
    }),
  );
  expect(taken).toBeGreaterThan(8);
  expect(fs.readdirSync(folder)).toHaveLength(1);
});

it('yields when it slept while others took the lock and passed it on', async () => {
  plantLock({ ...currentProcess(), pid: 4_194_304 }, 5);
  // It has read number 5 and found it dead; the rest of it runs after this test's next await.
  const slow = lock();
  fs.rmSync(`${path}.5`);
  plantLock(currentProcess(), 7);
  await expect(slow).rejects.toThrow(/Otra copia del servidor/);
  expect(fs.readdirSync(folder)).toEqual(['database.lock.7']);
});

it('is not misled by a pid that now belongs to another process', async () => {
  plantLock({ ...currentProcess(), startedAt: 'long ago' });
  await expectFree();
});

it('takes over a lock from before the machine restarted', async () => {
  plantLock({ ...currentProcess(), bootId: 'another boot' });
  await expectFree();
});

it('takes over a lock whose contents a power cut lost, once its file stays untouched', async () => {
  fs.writeFileSync(`${path}.5`, '');
  await expectFree();
});

it('waits to see whether a holder in another container is alive', async () => {
  const elsewhere = { ...currentProcess(), pidSpace: 'pid:[1]' };
  plantLock(elsewhere);
  const file = `${path}.5`;
  const heartbeat = setInterval(() => fs.utimesSync(file, new Date(), new Date()), 20);
  try {
    await expect(lock()).rejects.toThrow(/Otra copia del servidor/);
  } finally {
    clearInterval(heartbeat);
  }
  await expectFree();
});

it('notifies a holder once that its lock is gone', async () => {
  const held = await lock();
  fs.writeFileSync(`${path}.2`, JSON.stringify({ state: 'held', process: currentProcess() }));
  await delay(300);
  expect(lost).toEqual([expect.stringContaining('ya no es de este servidor')]);
  held.release();
  for (const number of [1, 2]) fs.rmSync(`${path}.${number}`);
  await lock();
  fs.rmSync(`${path}.1`);
  await delay(300);
  expect(lost).toHaveLength(2);
});

it('distinguishes living, dead and invisible processes', () => {
  const here = currentProcess();
  expect(livenessOf(here)).toBe('alive');
  expect(livenessOf({ ...here, pid: 4_194_304 })).toBe('dead');
  expect(livenessOf({ ...here, bootId: 'another boot' })).toBe('dead');
  expect(livenessOf({ ...here, pidSpace: 'pid:[1]' })).toBe('unknown');
  expect(livenessOf({ ...here, hostname: 'another', bootId: 'another boot' })).toBe('unknown');
});

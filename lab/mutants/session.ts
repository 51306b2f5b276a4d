import { mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createVitest } from 'vitest/node';
import { instrument, type Mutant } from './find-mutants.ts';
import { type MutantEvent, planVariable, readEvents, writePlan, type Plan } from './plan.ts';
import { rooms } from './rooms.ts';
import {
  cacheFolder,
  filesBelow,
  hashOf,
  noteEvents,
  type RoomState,
  sourcesOf,
  writeState,
} from './state.ts';

/** Runs a test file with mutants in the source: one at a time, each in a separate process. */
type Runner = {
  /** Its events, and whether all of it passed. */
  run: (
    testFile: string,
    plan: Omit<Plan, 'eventsFile'>,
  ) => Promise<{ events: MutantEvent[]; passed: boolean }>;
  close: () => Promise<void>;
};

export async function openRunner(room: string): Promise<Runner> {
  const [planFile, eventsFile] = ['plan.json', 'events.jsonl'].map((name) =>
    join(cacheFolder, `${room}-${process.pid}-${name}`),
  ) as [string, string];
  mkdirSync(cacheFolder, { recursive: true });
  process.env[planVariable] = planFile;
  const sources = new Set(sourcesOf(room).map((file) => resolve(file)));
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      include: ['tests/**/*.test.{ts,tsx}'],
      pool: 'forks',
      maxWorkers: 1,
      fileParallelism: false,
      runner: resolve('lab/mutants/repeating-runner.ts'),
      globalSetup: ['tests/support/server/test-cluster.ts'],
      setupFiles: ['tests/support/fail-on-noise.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
      dangerouslyIgnoreUnhandledErrors: true,
      onConsoleLog: () => false,
      reporters: [{}],
    },
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform: (code, id) => {
            const [file = id] = id.split('?');
            return sources.has(file)
              ? { code: instrument(file.slice(resolve('.').length + 1), code).code, map: null }
              : null;
          },
        },
      ],
    },
  );
  return {
    run: async (testFile, plan) => {
      rmSync(eventsFile, { force: true });
      writePlan(planFile, { ...plan, eventsFile });
      const watch = setInterval(() => endStuckProcess(eventsFile), 5_000);
      const specification = vitest.getRootProject().createSpecification(resolve(testFile));
      try {
        // It answers with every module it ever ran.
        const { testModules } = await vitest.runTestSpecifications([specification], false);
        const events = readEvents(eventsFile);
        const isEnded = events.some(({ what }) => what === 'end');
        const isOk = testModules.some((module) => module.moduleId === resolve(testFile) && module.ok());
        return { events, passed: isEnded && isOk };
      } finally {
        clearInterval(watch);
      }
    },
    close: () => vitest.close(),
  };
}

/** A loop without a mutant in it cannot be stopped from inside. */
const stuckMs = 180_000;

function endStuckProcess(eventsFile: string): void {
  const [started] = readEvents(eventsFile);
  if (started?.what !== 'started' || Date.now() - statSync(eventsFile).mtimeMs < stuckMs) return;
  try {
    process.kill(started.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

type Limits = Pick<Plan, 'slowestMs' | 'mostTries'> & {
  mostAlone: number;
  /** Prefixes of their paths. */
  tests: readonly string[];
  /** Name of the sample; empty for everything. */
  sample: string;
};

/**
 * Runs every test of the part with every mutant it meets; then, in separate processes, the mutants that need
 * one and are not `listed` as equivalent.
 */
export async function runRoom(
  room: string,
  mutants: readonly Mutant[],
  listed: ReadonlySet<string>,
  state: RoomState,
  limits: Limits,
): Promise<void> {
  const runner = await openRunner(room);
  const left = () => mutants.filter(({ id }) => !state.killed[id]);
  const alive = () => left().map(({ id }) => id);
  try {
    for (const testFile of testsOf(room, limits.tests)) {
      if (alive().length === 0) break;
      const hash = hashOf(testFile) + limits.sample;
      if (state.done[testFile] === hash) continue;
      const before = alive().length;
      const startedAt = performance.now();
      await repeatFile(runner, testFile, alive, state, limits);
      state.done[testFile] = hash;
      writeState(room, state);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(
        `${testFile}: ${before - alive().length} killed, ${alive().length} left (${seconds} s)\n`,
      );
    }
    for (const mutant of left())
      if (!listed.has(mutant.id)) await runAlone(runner, room, mutant, state, limits);
  } finally {
    await runner.close();
  }
}

/** They start the built server, which contains no mutant. */
const builtServer = /server-killed|own-postgres|slow-callers|stop-with-notice/;

/** In the order of the part's path prefixes. */
function testsOf(room: string, asked: readonly string[]): string[] {
  const all = filesBelow('tests', /\.test\.tsx?$/).filter((file) => !builtServer.test(file));
  const files = (rooms[room]?.tests ?? []).flatMap((about) => all.filter((file) => file.startsWith(about)));
  return [...new Set(files)].filter((file) => asked.some((beginning) => file.startsWith(beginning)));
}

async function repeatFile(
  runner: Runner,
  testFile: string,
  alive: () => string[],
  state: RoomState,
  { slowestMs, mostTries }: Limits,
): Promise<void> {
  const once: string[] = [];
  const tried: string[] = [];
  let first: string | null = null;
  for (let isDone = false; !isDone;) {
    const { events } = await runner.run(testFile, {
      alive: alive(),
      whole: null,
      once,
      tried,
      first,
      slowestMs,
      mostTries,
    });
    noteEvents(state, testFile, events);
    const known = once.length + tried.length;
    first = null;
    for (const event of events) {
      if (event.what === 'once') once.push(event.test);
      if (event.what === 'survived') tried.push(`${event.test} ${event.id}`);
      if (event.what === 'restart') first = event.id;
      if (event.what === 'broken')
        process.stdout.write(`${testFile}: ${event.test} fails by itself: ${event.error}\n`);
    }
    const last = events.at(-1);
    // A process that ended during a mutant was killed by it.
    if (last?.what === 'begin') noteEvents(state, testFile, [{ ...last, what: 'killed', isLate: true }]);
    const isProgress =
      once.length + tried.length > known ||
      events.some(({ what }) => what === 'killed' || what === 'restart');
    isDone = last?.what === 'end' ? !events.some(({ what }) => what === 'abandoned') : last?.what !== 'begin';
    isDone ||= !isProgress && last?.what !== 'begin';
  }
}

async function runAlone(
  runner: Runner,
  room: string,
  { id, file }: Mutant,
  state: RoomState,
  { mostAlone, slowestMs, mostTries }: Limits,
): Promise<void> {
  // Those about this very file first.
  const isOwn = (testFile: string) => basename(testFile).startsWith(`${basename(file, '.ts')}.`);
  const files = (state.alone[id] ?? []).toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  for (const testFile of files.slice(0, mostAlone)) {
    const pair = `${id} ${testFile}`;
    const hash = hashOf(testFile);
    if (state.survivedAlone[pair] === hash) continue;
    const plan = { alive: [id], whole: id, once: [], tried: [], first: null, slowestMs, mostTries };
    const { events, passed } = await runner.run(testFile, plan);
    noteEvents(state, testFile, events);
    if (!passed) state.killed[id] ??= { test: testFile, isLate: false };
    else state.survivedAlone[pair] = hash;
    writeState(room, state);
    if (!passed) return;
  }
}

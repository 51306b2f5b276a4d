import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { instrument, type Mutant } from './find-mutants.ts';
import type { MutantEvent } from './plan.ts';
import { rooms } from './rooms.ts';

/** What is known of a room's mutants. It is written after every test file, and git does not keep it: a run goes on where one ended. */
export type RoomState = {
  /** hash of each source file: another text is another set of mutants */
  sources: Record<string, string>;
  /** the test that killed it, by id */
  killed: Record<string, { test: string; isLate: boolean }>;
  /** ids that some test met */
  covered: string[];
  /** of those: test files in which it needs a process of its own */
  alone: Record<string, string[]>;
  /** test files that have met every mutant, with the hash they had, and the sample where it was one */
  done: Record<string, string>;
  /** `id testFile` that ran alone and was not noticed, with that hash */
  survivedAlone: Record<string, string>;
};

export const cacheFolder = '.cache/mutants';

export function filesBelow(folder: string, pattern: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => join(folder, name))
    .filter((name) => pattern.test(name))
    .sort();
}

export function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 16);
}

export function sourcesOf(room: string): string[] {
  return filesBelow(rooms[room]?.source ?? '', /\.ts$/);
}

/** Every mutant of a room, or as many as `sample` says: the same ones for the same seed, whatever else is in the room. */
export function mutantsOf(room: string, sample: number, seed: string): { mutants: Mutant[]; all: number } {
  const all = sourcesOf(room).flatMap((file) => instrument(file, readFileSync(file, 'utf8')).mutants);
  const order = (id: string): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const mutants =
    all.length <= sample
      ? all
      : [...all].sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1)).slice(0, sample);
  return { mutants, all: all.length };
}

export function readState(room: string): RoomState {
  const file = stateFile(room);
  const sources = Object.fromEntries(sourcesOf(room).map((source) => [source, hashOf(source)]));
  const empty: RoomState = { sources, killed: {}, covered: [], alone: {}, done: {}, survivedAlone: {} };
  if (!existsSync(file)) return empty;
  const held = JSON.parse(readFileSync(file, 'utf8')) as RoomState;
  const changed = Object.keys({ ...held.sources, ...sources }).filter(
    (source) => held.sources[source] !== sources[source],
  );
  if (changed.length === 0) return held;
  // What a test noticed in a file that stayed is not asked again; all else is.
  const kept = new Set(
    sourcesOf(room)
      .filter((source) => !changed.includes(source))
      .flatMap((source) => instrument(source, readFileSync(source, 'utf8')).mutants.map(({ id }) => id)),
  );
  return { ...empty, killed: Object.fromEntries(Object.entries(held.killed).filter(([id]) => kept.has(id))) };
}

export function writeState(room: string, state: RoomState): void {
  const file = stateFile(room);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(state));
}

function stateFile(room: string): string {
  return join(cacheFolder, `${room}.json`);
}

/** Those of these mutants that the clock stopped: nothing is known of them any more. */
export function forgetLate(state: RoomState, mutants: readonly Mutant[]): Mutant[] {
  const late = mutants.filter(({ id }) => state.killed[id]?.isLate);
  const ids = new Set(late.map(({ id }) => id));
  state.killed = Object.fromEntries(Object.entries(state.killed).filter(([id]) => !ids.has(id)));
  state.done = {};
  return late;
}

/** Writes down what one process said of one test file. */
export function noteEvents(state: RoomState, testFile: string, events: readonly MutantEvent[]): void {
  const covered = new Set(state.covered);
  for (const event of events) {
    if (event.what === 'killed')
      state.killed[event.id] = { test: `${testFile} > ${event.test}`, isLate: event.isLate };
    if (event.what !== 'met' && event.what !== 'static') continue;
    for (const id of event.ids) {
      covered.add(id);
      if (event.what === 'met' && !event.isOnce) continue;
      const files = (state.alone[id] ??= []);
      if (!files.includes(testFile)) files.push(testFile);
    }
  }
  state.covered = [...covered];
}

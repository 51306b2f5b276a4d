import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { instrument, type Mutant } from './find-mutants.ts';
import type { MutantEvent } from './plan.ts';
import { rooms } from './rooms.ts';

/**
 * Results about a part's mutants. Written after every test file, outside git: a run resumes where one ended.
 */
export type RoomState = {
  /** Hash of each source file: another text is another set of mutants. */
  sources: Record<string, string>;
  /** Test that killed it, by id. */
  killed: Record<string, { test: string; isLate: boolean }>;
  /** Ids that some test met. */
  covered: string[];
  /** Test files in which a mutant that was met needs a separate process. */
  alone: Record<string, string[]>;
  /** Test files that have met every mutant, with their hash, and the sample if there was one. */
  done: Record<string, string>;
  /** `id testFile` that ran alone unnoticed, with that hash. */
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

/**
 * Returns every mutant of a part, or a sample: the same ones for the same seed, whatever else the part
 * contains.
 */
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
  // Results of tests in unchanged files are kept; everything else is repeated.
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

/** Resets those of these mutants that the clock stopped. */
export function forgetLate(state: RoomState, mutants: readonly Mutant[]): Mutant[] {
  const late = mutants.filter(({ id }) => state.killed[id]?.isLate);
  const ids = new Set(late.map(({ id }) => id));
  state.killed = Object.fromEntries(Object.entries(state.killed).filter(([id]) => !ids.has(id)));
  state.done = {};
  return late;
}

/** Records one process's events of one test file. */
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

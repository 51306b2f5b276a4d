import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Task of one test file's process, read from the file that `planVariable` names. */
export type Plan = {
  eventsFile: string;
  /** Mutants not noticed by any test yet. */
  alive: string[];
  /**
   * One that is active from the first import, for a single run of the whole file; null to repeat every test,
   * a mutant each time.
   */
  whole: string | null;
  /** Tests, by full name, that cannot run twice in one process. */
  once: string[];
  /** `test mutant` pairs that were tried. */
  tried: string[];
  /** It disturbed earlier tests, so it is tried first in a fresh process. */
  first: string | null;
  /** Tests that take longer are not repeated, ms. */
  slowestMs: number;
  /** Maximum tests of a file that one mutant meets and survives. */
  mostTries: number;
};

export const planVariable = 'MUTANTS_PLAN';

/** Events in order, one per line: a process that dies leaves those so far. */
export type MutantEvent =
  | { what: 'started'; pid: number }
  | { what: 'met'; ids: string[]; test: string; isOnce: boolean; durationMs: number }
  /** Met before any test, or around all of them: such a mutant needs a separate process. */
  | { what: 'static'; ids: string[] }
  | { what: 'begin'; id: string; test: string }
  /** `isLate`: it looped or never ended. */
  | { what: 'killed'; id: string; test: string; isLate: boolean }
  | { what: 'survived'; id: string; test: string }
  | { what: 'once'; test: string }
  | { what: 'restart'; id: string }
  | { what: 'broken'; test: string; error: string }
  /** The rest of the file was skipped: it has to start anew. */
  | { what: 'abandoned' }
  | { what: 'end' };

export function writePlan(file: string, plan: Plan): void {
  writeFileSync(file, JSON.stringify(plan));
}

export function readPlan(): Plan {
  const file = process.env[planVariable];
  if (!file) throw new Error(`${planVariable} names no plan`);
  return JSON.parse(readFileSync(file, 'utf8')) as Plan;
}

export function tell(plan: Plan, event: MutantEvent): void {
  appendFileSync(plan.eventsFile, `${JSON.stringify(event)}\n`);
}

/** Returns all events of a file, without a last line that a crash cut short. */
export function readEvents(file: string): MutantEvent[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as MutantEvent);
}

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** What the process of one test file is to do. It is read from a file that `planVariable` names. */
export type Plan = {
  eventsFile: string;
  /** mutants that no test has noticed yet */
  alive: string[];
  /**
   * one that is awake from the first import, the whole file once; null to repeat every test, a mutant each
   * time
   */
  whole: string | null;
  /** tests, by full name, that cannot run twice in one process */
  once: string[];
  /** `test mutant` that has been tried */
  tried: string[];
  /** it disturbed what came before: it is tried first in a fresh process */
  first: string | null;
  /** tests that take longer than this are not repeated, ms */
  slowestMs: number;
  /** tests of a file that one mutant meets and outlives, at most */
  mostTries: number;
};

export const planVariable = 'MUTANTS_PLAN';

/** What happened, in the order it did, one a line: a process that dies leaves what it had. */
export type MutantEvent =
  | { what: 'started'; pid: number }
  | { what: 'met'; ids: string[]; test: string; isOnce: boolean; durationMs: number }
  /** before any test, or around all of them: such a mutant needs a process of its own */
  | { what: 'static'; ids: string[] }
  | { what: 'begin'; id: string; test: string }
  /** `isLate`: it ran in circles or for ever */
  | { what: 'killed'; id: string; test: string; isLate: boolean }
  | { what: 'survived'; id: string; test: string }
  | { what: 'once'; test: string }
  | { what: 'restart'; id: string }
  | { what: 'broken'; test: string; error: string }
  /** the rest of the file was left out: it has to start anew */
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

/** All events of a file; a last line that was cut short by a crash is left out. */
export function readEvents(file: string): MutantEvent[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as MutantEvent);
}

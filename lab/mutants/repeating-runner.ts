import { setMaxListeners } from 'node:events';
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';
import { readPlan, tell } from './plan.ts';
import { renamePreparedStatements } from './prepared-statements.ts';
import { installSwitch } from './switch.ts';

// Before any test replaces them with fake timers.
const { setTimeout, clearTimeout, performance } = globalThis;

/** `clean`: no mutant is active. Purpose of a test's next run. */
type Try =
  | { kind: 'baseline' }
  | { kind: 'clean' }
  | { kind: 'mutant'; id: string }
  | { kind: 'confirm'; id: string; isLate: boolean };

const forEver = 1_000_000_000;
const longestWaitMs = 1_000;

/**
 * Runs every test of a file again and again in its process: once as it is, once more to check that it can be
 * repeated, then with one mutant after the other of those it met. A mutant is killed when the test fails and,
 * without it, passes again. A test that does not pass again was disturbed, by this mutant or by an earlier
 * one: the file restarts with this mutant first.
 */
export default class RepeatingRunner extends TestRunner {
  private readonly plan = readPlan();
  private readonly mutants = installSwitch();
  private readonly alive = new Set(this.plan.alive);
  private readonly tried = new Set(this.plan.tried);
  private readonly once = new Set(this.plan.once);
  /** Number of this file's tests that each mutant has survived. */
  private readonly outlived = new Map<string, number>();
  private next: Try = { kind: 'baseline' };
  private queue: string[] = [];
  private isAbandoned = false;
  private isUndisturbed = true;
  private hasTried = false;
  private isRejected = false;
  private isLate = false;
  private startedAt = 0;
  private baselineMs = 0;
  private baselineAsked = 0;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // A test adds a listener to its signal at every run.
    setMaxListeners(0);
    tell(this.plan, { what: 'started', pid: process.pid });
    for (const pair of this.plan.tried) this.countOutlived(pair.slice(pair.lastIndexOf(' ') + 1));
    this.mutants.wake(this.plan.whole);
    renamePreparedStatements(() => this.mutants.awake);
    process.on('unhandledRejection', () => (this.isRejected = true));
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.isAbandoned) suite.mode = 'skip';
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.isAbandoned) test.mode = 'skip';
    else if (this.plan.whole === null) test.repeats = forEver;
    this.next = { kind: 'baseline' };
    await super.onBeforeRunTask(test);
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    if (this.plan.whole !== null) return;
    if (this.next.kind === 'baseline') this.tellStatic();
    // Promises of the previous run: a mutant that never answers would hold up every later one.
    delete test.promises;
    this.startedAt = performance.now();
    this.isRejected = false;
    this.isLate = false;
    if (this.next.kind === 'mutant') {
      tell(this.plan, { what: 'begin', id: this.next.id, test: nameOf(test) });
      this.hasTried = true;
      this.mutants.wake(this.next.id, 50 * this.baselineAsked + 100_000);
    } else {
      this.mutants.wake(null);
      this.mutants.met.clear();
    }
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (this.plan.whole !== null || this.next.kind !== 'mutant') return run();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limitMs = longestWaitMs + 5 * this.baselineMs;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.isLate = true;
        reject(new Error(`a mutant took more than ${limitMs} ms`));
      }, limitMs);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    const failed = test.result?.state === 'fail' || this.isRejected;
    if (this.plan.whole !== null) {
      if (failed) this.abandon({ kill: this.plan.whole, test: nameOf(test) });
      return;
    }
    this.isLate ||= this.mutants.isInCircles;
    const { asked } = this.mutants;
    this.mutants.wake(null);
    if (this.next.kind === 'baseline') this.baselineAsked = asked;
    const next = this.isAbandoned ? null : this.judge(test, failed);
    if (!test.result) return;
    delete test.result.errors;
    test.result.state = next ? 'pass' : 'skip';
    if (next) this.next = next;
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    this.tellStatic();
    tell(this.plan, { what: 'end' });
  }

  /** Returns the next run; null when this test is done. */
  private judge(test: RunnerTestCase, failed: boolean): Try | null {
    const name = nameOf(test);
    const { next } = this;
    switch (next.kind) {
      case 'baseline':
        return this.afterBaseline(test, failed);
      case 'clean':
        if (!failed) return this.following();
        tell(this.plan, { what: 'once', test: name });
        return this.abandon(null);
      case 'mutant':
        if (failed) return { kind: 'confirm', id: next.id, isLate: this.isLate };
        tell(this.plan, { what: 'survived', id: next.id, test: name });
        this.countOutlived(next.id);
        this.isUndisturbed = false;
        return this.following();
      case 'confirm':
        if (!failed || this.isUndisturbed) {
          tell(this.plan, { what: 'killed', id: next.id, test: name, isLate: next.isLate });
          this.alive.delete(next.id);
          return failed ? this.abandon(null) : this.following();
        }
        tell(this.plan, { what: 'restart', id: next.id });
        return this.abandon(null);
    }
  }

  private afterBaseline(test: RunnerTestCase, failed: boolean): Try | null {
    const name = nameOf(test);
    // A mutant's leftovers in the suite's database: in a fresh one it may pass.
    if (failed && this.hasTried) return this.abandon(null);
    if (failed) {
      const error = test.result?.errors?.[0]?.message ?? 'a promise was rejected';
      tell(this.plan, { what: 'broken', test: name, error });
      return null;
    }
    this.baselineMs = performance.now() - this.startedAt;
    const ids = [...this.mutants.met].filter((id) => this.alive.has(id));
    this.mutants.met.clear();
    const isOnce = this.once.has(name) || this.baselineMs > this.plan.slowestMs;
    tell(this.plan, { what: 'met', ids, test: name, isOnce, durationMs: Math.round(this.baselineMs) });
    if (isOnce) return null;
    const { first } = this.plan;
    this.queue = ids
      .filter((id) => !this.tried.has(`${name} ${id}`) && !this.isTired(id))
      .sort((a, b) => Number(b === first) - Number(a === first));
    return this.queue.length > 0 ? { kind: 'clean' } : null;
  }

  private countOutlived(id: string): void {
    this.outlived.set(id, (this.outlived.get(id) ?? 0) + 1);
  }

  private isTired(id: string): boolean {
    return (this.outlived.get(id) ?? 0) >= this.plan.mostTries;
  }

  private following(): Try | null {
    const id = this.queue.shift();
    return id === undefined ? null : { kind: 'mutant', id };
  }

  private abandon(killed: { kill: string; test: string } | null): null {
    if (killed) tell(this.plan, { what: 'killed', id: killed.kill, test: killed.test, isLate: false });
    this.isAbandoned = true;
    tell(this.plan, { what: 'abandoned' });
    return null;
  }

  /** Mutants met outside of the tests' own runs. */
  private tellStatic(): void {
    const ids = [...this.mutants.met].filter((id) => this.alive.has(id));
    this.mutants.met.clear();
    if (this.plan.whole === null && ids.length > 0) tell(this.plan, { what: 'static', ids });
  }
}

function nameOf(test: RunnerTestCase): string {
  return test.suite ? `${nameOfSuite(test.suite)} > ${test.name}` : test.name;
}

function nameOfSuite(suite: RunnerTestSuite): string {
  return suite.suite ? `${nameOfSuite(suite.suite)} > ${suite.name}` : suite.name;
}

import { quickGlobals } from './quick-globals.ts';

/**
 * The only clock and the only queue of a simulated run. Every asynchronous event (the fake database's tasks,
 * the product's timers, network deliveries) waits here, so that only the seed determines the order.
 */
export type EventLoop = {
  /** True time, ms since 1970; devices see it through their own wrong clocks. */
  now(): number;
  /** Runs `work` at true time `now() + delayMs`; returns a function that cancels it. */
  after(delayMs: number, work: () => void): () => void;
  sleep(delayMs: number): Promise<void>;
  /** Runs everything until `untilMs`, and stops at that time. */
  runUntil(untilMs: number): Promise<void>;
  /**
   * Like `runUntil`, but work due later than `awakeMs` from now sleeps like a closed tablet until the end.
   */
  pass(durationMs: number, awakeMs: number): Promise<void>;
  /** Restores the process's own timers. */
  release(): void;
};

type Timer = { at: number; order: number; work: () => void };
type Task = () => void;

const settled = Promise.resolve();
const realSetImmediate = globalThis.setImmediate;

/** Yields to the process's real event loop between two runs; a simulated run never does. */
export function letGo(): Promise<void> {
  return new Promise((resolve) => {
    realSetImmediate(resolve);
  });
}

export function createEventLoop(startMs: number): EventLoop {
  let time = startMs;
  let order = 0;
  let tasks: Task[] = [];
  let nextTask = 0;
  const timers = new Map<number, Timer>();
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const real = { setTimeout, clearTimeout, setInterval, clearInterval };

  function after(delayMs: number, work: () => void): () => void {
    const id = addTimer(delayMs, work);
    return () => timers.delete(id);
  }

  function addTimer(delayMs: number, work: () => void): number {
    order += 1;
    timers.set(order, { at: time + Math.max(0, delayMs), order, work });
    return order;
  }

  function repeat(work: () => void, everyMs: number): { stop(): void; unref(): void } {
    let id = 0;
    const run = (): void => {
      id = addTimer(everyMs, run);
      work();
    };
    id = addTimer(everyMs, run);
    return { stop: () => void timers.delete(id), unref: () => undefined };
  }

  function nextTimer(untilMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers.values())
      if (timer.at <= untilMs && (!next || timer.at < next.at)) next = timer;
    return next;
  }

  function runUntil(untilMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      // A tick runs when no microtask is left, and one that a tick asks for would run before its microtasks.
      const afterMicrotasks = (): void => process.nextTick(turn);
      const turn = (): void => {
        try {
          if (runTurn(untilMs)) void settled.then(afterMicrotasks);
          else resolve();
        } catch (error) {
          reject(error as Error);
        }
      };
      process.nextTick(turn);
    });
  }

  /** Returns false when nothing is left to do until then. */
  function runTurn(untilMs: number): boolean {
    const task = tasks[nextTask];
    if (task) {
      nextTask += 1;
      task();
      return true;
    }
    tasks = [];
    nextTask = 0;
    const timer = nextTimer(untilMs);
    if (!timer) {
      time = Math.max(time, untilMs);
      return false;
    }
    timers.delete(timer.order);
    time = Math.max(time, timer.at);
    timer.work();
    return true;
  }

  const putBack = quickGlobals();
  Object.assign(globalThis, {
    setImmediate: (task: Task) => tasks.push(task),
    setTimeout: (work: () => void, delayMs = 0) => addTimer(delayMs, work),
    clearTimeout: (id: number) => timers.delete(id),
    setInterval: (work: () => void, everyMs: number) => repeat(work, everyMs),
    clearInterval: (repeated: { stop(): void }) => repeated.stop(),
  });
  return {
    now: () => time,
    after,
    sleep: (delayMs) => new Promise((resolve) => void after(delayMs, resolve)),
    runUntil,
    pass: async (durationMs, awakeMs) => {
      const end = time + durationMs;
      await runUntil(Math.min(end, time + awakeMs));
      time = Math.max(time, end);
      await runUntil(time);
    },
    release: () => {
      putBack();
      Object.assign(globalThis, { setImmediate: realSetImmediate, ...real });
    },
  };
}

import { quickGlobals } from './quick-globals.ts';

/**
 * The only clock and the only queue of a simulated run. Everything asynchronous in it (the fake database's tasks, timers of
 * the product's own code, deliveries of the network) waits here, so that the order is the seed's and nobody else's.
 */
export type EventLoop = {
  /** true time, ms since 1970; devices see it through their own wrong clocks */
  now(): number;
  /** runs `work` at true time `now() + delayMs`; answers how to take it back */
  after(delayMs: number, work: () => void): () => void;
  sleep(delayMs: number): Promise<void>;
  /** lets everything happen until `untilMs`, and stands at that time */
  runUntil(untilMs: number): Promise<void>;
  /** as `runUntil`, but whoever wants to run more than `awakeMs` from now sleeps like a closed tablet until the end */
  pass(durationMs: number, awakeMs: number): Promise<void>;
  /** stands at another time, earlier ones too, where nothing waits: whoever still did is forgotten */
  standAt(timeMs: number): void;
  /** gives the process its own timers back */
  release(): void;
};

type Timer = { at: number; order: number; work: () => void };
type Task = () => void;

const realSetImmediate = globalThis.setImmediate;

/** Lets every promise that can go on do so: a tick's turn comes when no microtask is left. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

/** The process's own turn, between two runs: a simulated one never lets go of it. */
export function letGo(): Promise<void> {
  return new Promise((resolve) => {
    realSetImmediate(resolve);
  });
}

export function createEventLoop(startMs: number): EventLoop {
  let time = startMs;
  let order = 0;
  let tasks: Task[] = [];
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

  async function runTasks(): Promise<void> {
    await settle();
    while (tasks.length > 0) {
      const due = tasks;
      tasks = [];
      for (const task of due) {
        task();
        await settle();
      }
    }
  }

  async function runUntil(untilMs: number): Promise<void> {
    for (;;) {
      await runTasks();
      const timer = nextTimer(untilMs);
      if (!timer) break;
      timers.delete(timer.order);
      time = Math.max(time, timer.at);
      timer.work();
    }
    time = Math.max(time, untilMs);
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
    standAt: (timeMs) => {
      timers.clear();
      tasks = [];
      time = timeMs;
    },
    release: () => {
      putBack();
      Object.assign(globalThis, { setImmediate: realSetImmediate, ...real });
    },
  };
}

import { drainOnce } from './drain.ts';
import type { DrainPorts } from './ports.ts';

/** Runs the drain whenever something may have changed, one run at a time in this tab. */
export type DrainDriver = { wake(): void; stop(): void };

/** Never looks less often than this while anything is open: a timer of a frozen tab may be late, never lost. */
const idleMs = 60_000;

export function driveDrain(ports: DrainPorts, onFailure: (error: unknown) => void): DrainDriver {
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    isRunning = true;
    let nextAt: number | null = null;
    try {
      do {
        isWanted = false;
        ({ nextAt } = await drainOnce(ports));
      } while (isWanted && !isStopped);
    } catch (error) {
      // The local database failed: what is stored stays stored, the next run finds it.
      onFailure(error);
      nextAt = ports.clock.now() + 5_000;
    }
    isRunning = false;
    if (isStopped) return;
    const wait = nextAt === null ? idleMs : Math.min(Math.max(nextAt - ports.clock.now(), 250), idleMs);
    timer = setTimeout(wake, wait);
  }

  function wake(): void {
    if (isStopped) return;
    isWanted = true;
    clearTimeout(timer);
    if (!isRunning) void run();
  }

  return {
    wake,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

import { drainOnce } from './drain.ts';
import type { DrainPorts } from './ports.ts';

/** Runs the drain whenever something may have changed, one run at a time in this tab. */
export type DrainDriver = { wake(): void; stop(): void };

/** Never looks less often than this while anything is open: a timer of a frozen tab may be late, never lost. */
const idleMs = 60_000;

export function driveDrain(ports: DrainPorts, onFailure: (error: unknown) => void): DrainDriver {
  const tab = { isRunning: false, isWanted: false, isStopped: false };
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    tab.isRunning = true;
    let nextAt: number | null = null;
    try {
      do {
        tab.isWanted = false;
        ({ nextAt } = await drainOnce(ports));
      } while (tab.isWanted && !tab.isStopped);
    } catch (error) {
      // The local database failed: what is stored stays stored, the next run finds it.
      onFailure(error);
      nextAt = ports.clock.now() + 5_000;
    }
    tab.isRunning = false;
    if (tab.isStopped) return;
    const wait = nextAt === null ? idleMs : Math.min(Math.max(nextAt - ports.clock.now(), 250), idleMs);
    timer = setTimeout(wake, wait);
  }

  function wake(): void {
    if (tab.isStopped) return;
    tab.isWanted = true;
    clearTimeout(timer);
    if (!tab.isRunning) void run();
  }

  return {
    wake,
    stop: () => {
      tab.isStopped = true;
      clearTimeout(timer);
    },
  };
}

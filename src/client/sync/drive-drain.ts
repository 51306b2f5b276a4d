import type { MoneyDb } from '#src/client/local/money-db.ts';
import type { CacheDb } from '#src/client/local/offline/cache-db.ts';
import { drainOnce } from './drain.ts';
import { keepCurrent } from './keep-current.ts';
import type { SyncPorts } from './ports.ts';

/** Runs the drain whenever something may have changed, one run at a time in this tab. */
export type DrainDriver = { wake(): void; stop(): void };

/** Never looks less often than this: a timer of a frozen tab may be late, never lost. */
const idleMs = 20_000;

export function driveDrain(
  db: MoneyDb,
  cache: CacheDb,
  ports: SyncPorts,
  onFailure: (error: unknown) => void,
): DrainDriver {
  const tab = { isRunning: false, isWanted: false, isStopped: false, isKeepingCurrent: false };
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    tab.isRunning = true;
    let nextAt: number | null = null;
    try {
      do {
        tab.isWanted = false;
        ({ nextAt } = await drainOnce(db, ports));
      } while (tab.isWanted && !tab.isStopped);
    } catch (error) {
      // The local database failed: what is stored stays stored, the next run finds it.
      onFailure(error);
      nextAt = ports.clock.now() + 5_000;
    }
    tab.isRunning = false;
    if (tab.isStopped) return;
    void stayCurrent();
    const wait = nextAt === null ? idleMs : Math.min(Math.max(nextAt - ports.clock.now(), 250), idleMs);
    timer = setTimeout(wake, wait);
  }

  /** Beside the drain, not before it: a sale never waits for a report or a list. */
  async function stayCurrent(): Promise<void> {
    if (tab.isKeepingCurrent) return;
    tab.isKeepingCurrent = true;
    try {
      await keepCurrent(db, cache, ports);
    } catch (error) {
      onFailure(error);
    }
    tab.isKeepingCurrent = false;
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

import type { EventLoop } from '#lab/simulation/machine/event-loop.ts';
import { followDatabaseClock, type DatabaseClock } from '#src/server/store/database-clock.ts';
import type { Database } from '#src/server/store/database.ts';
import type { ProcessIndex } from './server.ts';

/** Clocks of the server's machines: the database's, and those of its two processes, which follow it. */
export type SimClocks = {
  /** Database clock minus true time, ms. */
  skewMs: number;
  databaseNow(): Date;
  /** The time that a process records. */
  now(process: ProcessIndex): Date;
  start(database: Database, onFailure: (error: unknown) => void): Promise<void>;
};

/** Lag of the second machine. */
const behindMs = 20_000;

export function createSimClocks(loop: EventLoop): SimClocks {
  const followed = new Map<ProcessIndex, DatabaseClock>();
  const ownNow = (process: ProcessIndex): number => loop.now() - process * behindMs;
  const clocks: SimClocks = {
    skewMs: 0,
    databaseNow: () => new Date(loop.now() + clocks.skewMs),
    now: (process) => followed.get(process)?.now() ?? clocks.databaseNow(),
    start: async (database, onFailure) => {
      for (const process of [0, 1] as const)
        followed.set(process, await followDatabaseClock(database, onFailure, () => ownNow(process)));
    },
  };
  return clocks;
}

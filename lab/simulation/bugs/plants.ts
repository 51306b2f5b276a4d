import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import type { SimDevice, SimTab } from '#lab/simulation/world/device.ts';
import type { Focus } from '#lab/simulation/world/focus.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ServerPort } from '#src/client/sync/ports.ts';
import type { Database } from '#src/server/store/database.ts';
import type { Sealer } from '#src/server/sync/envelopes/receipt-seal.ts';
import type { SyncStore } from '#src/server/sync/ports/ports.ts';

/**
 * Places where a wrong program can be put in place of the right one. None of them is used in a run without a planted
 * bug.
 */
export type Plants = {
  /** what every day is about, where days drawn by chance seldom meet the bug */
  focus?: Focus;
  /** two effects of one operation are let pass by the ledger */
  allowsDuplicates?: boolean;
  /** what stands in for the server's seal */
  sealer?(sealer: Sealer): Sealer;
  store?(store: SyncStore, ledger: MemoryLedger, worldOf: () => SimWorld): SyncStore;
  /** behind lists of balances, the clock, and what staff do */
  database?(database: Database, ledger: MemoryLedger): Database;
  /** true: a process records by its own clock */
  usesOwnClock?: boolean;
  serverPort?(port: ServerPort, tab: () => SimTab, device: SimDevice, world: SimWorld): ServerPort;
  commandPorts?(ports: CommandPorts, device: SimDevice, world: SimWorld): CommandPorts;
  /** every tab sends, whoever else does */
  hasNoLock?: boolean;
  /** what is written in place of a row; null for nothing */
  writesRow?(table: string, row: unknown): unknown;
  /** true: this table looks empty to whoever asks */
  hidesTable?(table: string): boolean;
  /** what is looked up has the time of the tablet's own clock, and counts as younger than any sale of before */
  datesLookUps?: boolean;
  /** a handle that the browser dropped is never opened again */
  keepsDeadHandle?: boolean;
  /** whoever is signed in, what others did goes with that session */
  sendsForAnybody?: boolean;
  /** after a tab was opened on a disk that was used before */
  onOpen?(db: MoneyDb): Promise<void>;
  /** what is read of a second copy in place of what it holds */
  readsCopy?(texts: readonly string[]): readonly string[];
  onSignOut?(db: MoneyDb): Promise<void>;
};

export type PlantedBug = { name: string; plants: Plants };

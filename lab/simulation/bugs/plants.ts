import type { MemoryLedger } from '#lab/simulation/memory/ledger.ts';
import type { SimDevice, SimTab } from '#lab/simulation/world/device.ts';
import type { Focus } from '#lab/simulation/world/focus.ts';
import type { SimWorld } from '#lab/simulation/world/world.ts';
import type { CommandPorts } from '#src/client/commands/ports.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ServerPort } from '#src/client/sync/ports.ts';
import type { Sealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import type { SyncStore } from '#src/server/journal/ports/ports.ts';
import type { Database } from '#src/server/store/database.ts';

/** Points where wrong code can replace the right one. None is used in a run without a planted bug. */
export type Plants = {
  /** The focus of every day, for a bug that random days seldom reach. */
  focus?: Focus;
  /** The ledger allows two effects of one operation. */
  allowsDuplicates?: boolean;
  /** Replaces the server's seal. */
  sealer?(sealer: Sealer): Sealer;
  store?(store: SyncStore, ledger: MemoryLedger, worldOf: () => SimWorld): SyncStore;
  /** Behind balance lists, the clock, and staff actions. */
  database?(database: Database, ledger: MemoryLedger): Database;
  /** True: a process records by its own clock. */
  usesOwnClock?: boolean;
  serverPort?(port: ServerPort, tab: () => SimTab, device: SimDevice, world: SimWorld): ServerPort;
  commandPorts?(ports: CommandPorts, device: SimDevice, world: SimWorld): CommandPorts;
  /** Every tab sends, even beside others. */
  hasNoLock?: boolean;
  /** Written in place of a row; null for nothing. */
  writesRow?(table: string, row: unknown): unknown;
  /** True: this table looks empty to readers. */
  hidesTable?(table: string): boolean;
  /** A looked-up balance is dated by the tablet's own clock, and counts as younger than any earlier sale. */
  datesLookUps?: boolean;
  /** A handle that the browser dropped is never opened again. */
  keepsDeadHandle?: boolean;
  /** Any signed-in person's session sends other people's operations. */
  sendsForAnybody?: boolean;
  /** After a tab was opened on a disk that was used before. */
  onOpen?(db: MoneyDb): Promise<void>;
  /** Replaces the contents read from a second copy. */
  readsCopy?(texts: readonly string[]): readonly string[];
  onSignOut?(db: MoneyDb): Promise<void>;
};

export type PlantedBug = { name: string; plants: Plants };

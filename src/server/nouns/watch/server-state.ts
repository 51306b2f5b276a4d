import { statfs } from 'node:fs/promises';
import { countDevices, readFoldLag, readOpenPurchases, readSize } from '#src/server/nouns/watch/reads.ts';
import { readChecks } from '#src/server/run/postgres/backup/check-notes.ts';
import type { Database } from '#src/server/store/database.ts';

/** Figures that the metrics copy from the database. */
export type ServerState = {
  asOf: Date;
  bytes: number;
  /** Free space on the disk of the server's own database; null with another. */
  freeBytes: number | null;
  openPurchases: Awaited<ReturnType<typeof readOpenPurchases>>;
  devices: Awaited<ReturnType<typeof countDevices>>;
  /** Movements that the day sums do not include yet. */
  fold: Awaited<ReturnType<typeof readFoldLag>>;
  checks: Awaited<ReturnType<typeof readChecks>>;
};

type StateDeps = {
  database: Database;
  now: () => Date;
  /** Folder of the server's own PostgreSQL; null with an external one. */
  ownDataDir: string | null;
};

const dayMs = 86_400_000;

/** Read anew at each call, in a few short statements of the report lane. */
export async function readServerState(deps: StateDeps): Promise<ServerState> {
  const { database, now, ownDataDir } = deps;
  const asOf = now();
  const [openPurchases, devices, fold, checks, bytes] = await Promise.all([
    readOpenPurchases(database),
    countDevices(database, new Date(asOf.getTime() - dayMs)),
    readFoldLag(database),
    readChecks(database),
    readSize(database),
  ]);
  return {
    asOf,
    bytes,
    freeBytes: ownDataDir === null ? null : await freeBytes(ownDataDir),
    openPurchases,
    devices,
    fold,
    checks,
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { toAmount } from '#src/contract/brands.ts';
import { wireVersion } from '#src/contract/version.ts';
import type { Check, ServerState } from '#src/contract/watch/schemas.ts';
import { readOpenHandOvers } from '#src/server/cash/open-hand-overs.ts';
import { readChecks } from '#src/server/postgres/backup/check-notes.ts';
import type { Database } from '#src/server/store/database.ts';
import {
  countDevices,
  readFoldLag,
  readOpenSales,
  readSize,
  type OpenSales,
} from '#src/server/watch/reads.ts';

export type StateDeps = {
  database: Database;
  now: () => Date;
  /** Folder of the server's own PostgreSQL; null with an external one. */
  ownDataDir: string | null;
  /** Returns the time up to which the log is archived; null when it is not archived. */
  archiveCheck: (() => Check | null) | null;
  /** Version of the build. */
  version: string;
  /** Number of purchases that wait for their statement. */
  waiting: () => number;
};

const dayMs = 86_400_000;
const startedAt = new Date(Date.now() - process.uptime() * 1_000);

/** Read anew at each call, in a few short statements of the report lane. */
export async function readServerState(deps: StateDeps): Promise<ServerState> {
  const { database, now, ownDataDir, archiveCheck } = deps;
  const asOf = now();
  const [open, devices, fold, checks, bytes, handOvers] = await Promise.all([
    readOpenSales(database),
    countDevices(database, new Date(asOf.getTime() - dayMs)),
    readFoldLag(database),
    readChecks(database),
    readSize(database),
    readOpenHandOvers(database, null, asOf),
  ]);
  return {
    asOf: asOf.toISOString(),
    process: {
      name: `${hostname()}:${process.pid}`,
      version: deps.version,
      wire: wireVersion,
      runtime: `Node ${process.version}`,
      startedAt: startedAt.toISOString(),
      queue: deps.waiting(),
      lanes: database.load?.() ?? [],
    },
    database: {
      isOwn: ownDataDir !== null,
      bytes,
      freeBytes: ownDataDir === null ? null : await freeBytes(ownDataDir),
    },
    openSales: {
      waiting: toOpen(open.waiting),
      overspend: toOpen(open.overspend),
      review: toOpen(open.review),
    },
    devices,
    handOversOverdue: { count: handOvers.overdue.count, total: handOvers.overdue.total },
    fold: { movements: fold.movements, oldestAt: fold.oldestAt?.toISOString() ?? null },
    isArchiving: archiveCheck !== null,
    // Known only to this process: recording it in the database would create log that has to be archived in
    // turn.
    checks: { ...checks, archive: archiveCheck?.() ?? null },
  };
}

function toOpen({ count, oldestAt, missing }: OpenSales): ServerState['openSales']['review'] {
  return { count, oldestAt: oldestAt?.toISOString() ?? null, missing: toAmount(missing) };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

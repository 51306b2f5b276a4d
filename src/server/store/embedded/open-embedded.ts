import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { ClientDatabase } from '../client-database.ts';
import type { Database } from '../database.ts';
import type { OpenDatabaseOptions } from '../open-options.ts';
import { valueParsers } from '../value-parsers.ts';
import { INITDB_PARAMS, discardUnfinishedFolder } from './create-folder.ts';
import { lockDataFolder, type DataFolderLock } from './data-folder-lock.ts';
import { PGLITE_VERSION, assertPgliteVersion } from './pglite-version.ts';
import type { Plant } from './plants.ts';
import { makeFolder } from './sync-folder.ts';
import { WorkerLink } from './worker-link.ts';
import type { WorkerTask } from './worker-messages.ts';

/*
 * The embedded database: PGlite (postgres compiled to WASM) made fit to hold money.
 *
 * As it comes it never syncs to the disk and lets two processes write one folder. What is added, why, and what a
 * crash between two lines leaves (evidence and reversals: docs/decisions/0002-embedded-database.md):
 *
 * 1. synced-node-fs.ts   The sync bridge, set before the first instruction of postgres, so that crash recovery is synced
 *                        too. Names are synced before contents. A cut in between leaves names nobody relies on yet.
 * 2. create-folder.ts    A new folder is built beside, synced whole, then renamed. A cut leaves `database.new`, thrown away.
 * 3. data-folder-lock.ts One process per folder, by a file outside it. A crash leaves the lock of a dead process.
 * 4. engine.ts           postmaster.pid is removed before opening, because a cut can leave it empty and then nothing opens.
 *                        CHECKPOINT is called by us; a cut during one is what write-ahead logs are for.
 * 5. stop-process.ts     A failed sync ends the process: after it, no later success can be believed.
 * 6. self-test.ts        At each start, syncs are counted below everything; one missing and it refuses to take money.
 *    host-watch.ts       In service, no answer leaves while the log has unsynced bytes.
 * 7. worker-link.ts      All of it lives in a worker thread; the `pg` client talks to it through a stream as to a server,
 *    embedded-worker.ts  so that types, errors and prepared statements are those of PostgreSQL.
 *
 * In the data folder: `database/` (the cluster), `database.lock.<n>`, and for moments `database.new/`.
 */

/** A question that takes longer than this means a stuck engine, not a long report. */
const ANSWER_TIMEOUT_MS = 180_000;
const CHECKPOINT_BYTES = 32 * 1024 * 1024;
const CHECKPOINT_INTERVAL_MS = 5 * 60_000;

export type EmbeddedOptions = Omit<OpenDatabaseOptions, 'databaseUrl'>;

/** For tests only. */
export type EmbeddedInternals = {
  plants?: readonly Plant[];
  preload?: string;
  /** URL of a file beside the built thread, in place of the one from source. */
  workerBeside?: string;
  /** False: initdb instead of the prepared image. */
  usesImage?: boolean;
  checkpointBytes?: number;
};

/** Opens the embedded database, making it when the folder has none. */
export async function openEmbedded(
  options: EmbeddedOptions,
  internals: EmbeddedInternals = {},
): Promise<Database> {
  assertPgliteVersion();
  const dataDir = resolve(options.dataDir);
  makeFolder(dataDir);
  let link: WorkerLink | undefined;
  const lock = await lockDataFolder(join(dataDir, 'database.lock'), (reason) => link?.abandon(reason));
  try {
    link = await startEngine(taskFor(dataDir, internals), { ...options, dataDir }, internals.workerBeside);
    return await connect(link, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function taskFor(dataDir: string, internals: EmbeddedInternals): WorkerTask {
  const { plants = [], preload, usesImage = true, checkpointBytes = CHECKPOINT_BYTES } = internals;
  const image = usesImage ? preparedImagePath() : undefined;
  return {
    task: 'serve',
    folder: join(dataDir, 'database'),
    plants,
    checkpointBytes,
    checkpointIntervalMs: CHECKPOINT_INTERVAL_MS,
    ...(image ? { imagePath: image } : {}),
    ...(preload ? { preload } : {}),
  };
}

/** The prepared image, kept in node_modules' cache; none where there is no node_modules to write to. */
export function preparedImagePath(): string | undefined {
  const modules = resolve('node_modules');
  if (!fs.existsSync(modules)) return undefined;
  const options = createHash('sha256').update(JSON.stringify(INITDB_PARAMS)).digest('hex').slice(0, 8);
  return join(modules, '.cache', 'mercado', `pglite-${PGLITE_VERSION}-${options}.image`);
}

async function startEngine(
  task: WorkerTask,
  { dataDir, log, onFatal }: EmbeddedOptions,
  workerBeside: string | undefined,
): Promise<WorkerLink> {
  discardUnfinishedFolder(task.folder);
  if (!fs.existsSync(task.folder)) {
    log('info', 'se crea una base de datos nueva', { dataDir });
    // initdb gets a thread of its own: it leaves hundreds of megabytes behind, which go with the thread.
    const hasImage = task.imagePath !== undefined && fs.existsSync(task.imagePath);
    if (!hasImage) await WorkerLink.run({ ...task, task: 'create' });
  }
  const startedAtMs = performance.now();
  const link = await WorkerLink.serve({
    task,
    workerBeside,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    onLost: (reason) => {
      log('error', 'la base de datos integrada se perdió', { reason });
      onFatal(reason);
    },
  });
  log('info', 'base de datos integrada lista', {
    dataDir,
    startMs: Math.round(performance.now() - startedAtMs),
  });
  return link;
}

async function connect(link: WorkerLink, lock: DataFolderLock, { log }: EmbeddedOptions): Promise<Database> {
  const client = new Client({
    stream: () => link.socket(),
    types: valueParsers,
    user: 'postgres',
    database: 'postgres',
    password: 'none',
    ssl: false,
  });
  client.on('error', (error) =>
    log('error', 'la sesión con la base de datos integrada se cortó', { error: error.message }),
  );
  try {
    await client.connect();
  } catch (error) {
    await link.close();
    throw error;
  }
  return new ClientDatabase({
    engine: 'embedded',
    sessionCount: 1,
    borrow: () =>
      Promise.resolve({
        client,
        // The only session there is, and nobody knows the state it is in: the next transaction must not run in it.
        release: (broken) => {
          if (broken) link.abandon('una transacción no se pudo deshacer');
        },
      }),
    async close() {
      await client.end();
      await link.close();
      lock.release();
    },
  });
}

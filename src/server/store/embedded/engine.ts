import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { HostWatch } from './host-watch.ts';
import type { Plant } from './plants.ts';
import { PROBE_SQL, checkStart, selfTest } from './self-test.ts';
import { stopProcess } from './stop-process.ts';
import { SyncedNodeFs } from './synced-node-fs.ts';

/** PGlite's own parameters without `-F`, which turns every sync off. The rest is said out loud, not left to defaults. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'synchronous_commit=on',
    'full_page_writes=on',
    'shared_buffers=16MB',
    // Plans of prepared statements are kept: one made while a table was small would read all of it for ever.
    'enable_seqscan=off',
  ].flatMap((setting) => ['-c', setting]),
];

export type EngineOptions = {
  folder: string;
  plants?: readonly Plant[];
  /** Log written since the last checkpoint that asks for the next, in bytes. */
  checkpointBytes: number;
  /** Compiled once by callers who open many databases in one thread. */
  wasmModule?: NonNullable<PGliteOptions['pgliteWasmModule']>;
};

/** The start was possible but money would not be safe, or it was not possible at all. The message is for the operator. */
export class UnsafeStartError extends Error {
  override readonly name = 'UnsafeStartError';
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/** An answer of the database ends with ReadyForQuery: type, length 5, and the state of the transaction. */
function endsIdle(answer: Uint8Array): boolean {
  return answer.at(-6) === READY_FOR_QUERY && answer.at(-1) === IDLE;
}

/**
 * Postgres in this thread, with the disk synced for real. Takes and gives bytes of PostgreSQL's wire protocol.
 * Whoever opens it must hold the lock of the data folder.
 */
export class Engine {
  readonly #pg: PGlite;
  readonly #watch: HostWatch;
  readonly #checkpointBytes: number;
  readonly #guarded: boolean;
  #idle = true;

  private constructor(pg: PGlite, watch: HostWatch, checkpointBytes: number, guarded: boolean) {
    this.#pg = pg;
    this.#watch = watch;
    this.#checkpointBytes = checkpointBytes;
    this.#guarded = guarded;
  }

  /** Crash recovery, self-test, ready. Rejects with `UnsafeStartError` when it must not take money. */
  static async open({ folder, plants = [], checkpointBytes, wasmModule }: EngineOptions): Promise<Engine> {
    const root = resolve(folder);
    const guarded = !plants.includes('unguarded');
    // A cut in the first milliseconds of a start leaves this file empty, and then postgres refuses to open at all.
    // It protects nothing here: our own lock does, and we hold it. A cut before or after this line changes nothing.
    if (!plants.includes('keep-pid-file')) fs.rmSync(join(root, 'postmaster.pid'), { force: true });
    const watch = new HostWatch(root);
    try {
      const files = new SyncedNodeFs(root, {
        onSyncFailure: stopProcess,
        syncsFolders: !plants.includes('no-folder-sync'),
        late: plants.includes('late-bridge') || plants.includes('no-bridge'),
      });
      let pg: PGlite | undefined;
      const syncedAtStart = await watch.syncedDuring(async () => {
        pg = await PGlite.create({
          fs: files,
          startParams: START_PARAMS,
          ...(wasmModule ? { pgliteWasmModule: wasmModule } : {}),
        });
      });
      assert(pg);
      if (plants.includes('late-bridge')) files.bridge(pg.Module);
      if (guarded) await refuseIfUnsafe(pg, watch, root, syncedAtStart);
      for (const plant of plants) {
        if (plant === 'bridge-lost-in-service' || plant === 'sync-fails-in-service')
          files.breakInService(plant);
      }
      watch.walBytes = 0;
      return new Engine(pg, watch, checkpointBytes, guarded);
    } catch (error) {
      watch.stop();
      throw error;
    }
  }

  /** Sends bytes of the client, answers bytes of the server. A commit in the answer is on the disk. */
  async exchange(message: Uint8Array): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    await this.#pg.execProtocolRawStream(message, {
      syncToFs: false,
      // A view into the module's memory, valid only during this call.
      onRawData: (bytes) => void parts.push(bytes.slice()),
    });
    const answer = joined(parts);
    if (answer.length > 0) this.#idle = endsIdle(answer);
    if (this.#guarded && this.#idle && this.#watch.walUnsynced) await this.#proveSync();
    return answer;
  }

  /** True when enough log has gathered for a checkpoint and no transaction is open. */
  get wantsCheckpoint(): boolean {
    return this.#idle && this.#watch.walBytes >= this.#checkpointBytes;
  }

  /** PGlite makes none by itself, so the log would grow for ever. Does nothing inside a transaction or without new log. */
  async checkpoint(): Promise<void> {
    if (!this.#idle || this.#watch.walBytes === 0) return;
    this.#watch.walBytes = 0;
    await this.#pg.exec('CHECKPOINT');
  }

  async close(): Promise<void> {
    await this.#pg.exec('CHECKPOINT');
    await this.#pg.close();
    this.#watch.stop();
  }

  /**
   * The log has bytes that were written and not synced. A transaction that rolled back may leave some, and so may a
   * bridge that stopped working: a commit of our own tells them apart, before anything is answered.
   */
  async #proveSync(): Promise<void> {
    await this.#pg.exec(PROBE_SQL);
    if (this.#watch.walUnsynced)
      stopProcess('una confirmación no llegó al disco; se perdería en un corte de luz');
  }
}

async function refuseIfUnsafe(
  pg: PGlite,
  watch: HostWatch,
  root: string,
  syncedAtStart: readonly string[],
): Promise<void> {
  const reasons = [...checkStart(syncedAtStart, root), ...(await selfTest(pg, watch, root))];
  if (reasons.length === 0) return;
  await pg.close();
  throw new UnsafeStartError(
    `La base de datos integrada no es segura para manejar dinero: ${reasons.join('; ')}. ` +
      'Use PostgreSQL con DATABASE_URL, o la versión de PGlite con la que se probó este programa.',
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

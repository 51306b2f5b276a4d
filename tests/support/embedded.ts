import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '#src/server/store/database.ts';
import { openEmbedded, type EmbeddedInternals } from '#src/server/store/embedded/open-embedded.ts';

export type EmbeddedForTests = {
  database: Database;
  dataDir: string;
  /** Closes the database and removes its folder. */
  stop(): Promise<void>;
};

/** A fresh embedded database of the caller's own, from the prepared image (about a second). */
export async function startEmbedded(internals: EmbeddedInternals = {}): Promise<EmbeddedForTests> {
  const dataDir = temporaryFolder();
  const database = await openEmbedded(
    {
      dataDir,
      log: () => undefined,
      onFatal: (reason) => {
        throw new Error(`the embedded database was lost: ${reason}`);
      },
    },
    { ...builtWorker(internals), ...internals },
  );
  return {
    database,
    dataDir,
    async stop() {
      await database.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The thread as it was built before the tests; what is preloaded into one is TypeScript, and needs the one from source. */
function builtWorker({ preload }: EmbeddedInternals): EmbeddedInternals {
  const folder = process.env['BUILT_WORKER_FOLDER'];
  return folder && !preload ? { workerBeside: pathToFileURL(join(folder, 'beside.js')).href } : {};
}

/** A new empty folder in the system's temporary folder. The caller removes it. */
export function temporaryFolder(): string {
  return fs.mkdtempSync(join(tmpdir(), 'mercado-'));
}

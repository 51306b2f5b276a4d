import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { ClientDatabase } from '#src/server/store/client-database.ts';
import type { Database } from '#src/server/store/database.ts';
import { createFolder, discardUnfinishedFolder } from '#src/server/store/embedded/create-folder.ts';
import { Engine } from '#src/server/store/embedded/engine.ts';
import { preparedImagePath } from '#src/server/store/embedded/open-embedded.ts';
import type { Plant } from '#src/server/store/embedded/plants.ts';
import { WireSocket } from '#src/server/store/embedded/wire-socket.ts';
import { valueParsers } from '#src/server/store/value-parsers.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once for the hundreds of databases one process opens. */
function wasmModule(): Promise<WebAssembly.Module> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  compiled ??= WebAssembly.compile(fs.readFileSync(join(dirname(entry), 'pglite.wasm')));
  return compiled;
}

/** The store as `openEmbedded` opens it, without its thread and its lock, which cost most of the time. */
export async function openInThisThread(dataDir: string, plants: readonly Plant[]): Promise<Database> {
  const folder = join(dataDir, 'database');
  const imagePath = preparedImagePath();
  discardUnfinishedFolder(folder);
  if (!fs.existsSync(folder)) await createFolder({ folder, ...(imagePath ? { imagePath } : {}) });
  const engine = await Engine.open({
    folder,
    plants,
    checkpointBytes: 2 ** 25,
    wasmModule: await wasmModule(),
  });
  let tail = Promise.resolve();
  const socket = new WireSocket((bytes) => {
    tail = tail.then(async () => void socket.push(Buffer.from(await engine.exchange(bytes))));
  });
  const client = new Client({ stream: () => socket, types: valueParsers, user: 'postgres', ssl: false });
  await client.connect();
  return new ClientDatabase({
    engine: 'embedded',
    sessionCount: 1,
    borrow: () => Promise.resolve({ client, release: () => undefined }),
    async close() {
      await client.end();
      await engine.close();
    },
  });
}

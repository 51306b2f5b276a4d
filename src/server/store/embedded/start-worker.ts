import fs from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts the thread of the embedded database. Built, its first file is `embedded-worker.js` beside the main entry
 * (or one folder up, when the bundler put this code into a chunk). From TypeScript source the thread registers tsx
 * first, because Node 20 reads no TypeScript and neither tsx nor vitest reaches into a new thread.
 */
export function startWorker(options: WorkerOptions, from: string = import.meta.url): Worker {
  if (new URL(from).pathname.endsWith('.ts')) {
    const tsx = new URL(
      'dist/esm/api/index.mjs',
      pathToFileURL(createRequire(from).resolve('tsx/package.json')),
    ).href;
    const entry = sibling('embedded-worker.ts', from).href;
    const source = `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(entry)})))`;
    return new Worker(source, { ...options, eval: true, execArgv: [] });
  }
  const places = ['embedded-worker.js', '../embedded-worker.js'].map((name) => sibling(name, from));
  const url = places.find((place) => fs.existsSync(fileURLToPath(place)));
  if (!url)
    throw new Error(`Falta el archivo embedded-worker.js junto a ${fileURLToPath(from)}: vuelva a compilar.`);
  return new Worker(url, { ...options, execArgv: [] });
}

/** Not written as `new URL('./literal', import.meta.url)`, which the bundler would rewrite into an asset. */
function sibling(name: string, from: string): URL {
  return new URL(name, from);
}

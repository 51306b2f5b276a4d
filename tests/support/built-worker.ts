import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';

/**
 * Before the tests: the thread of the embedded database is built once, as the product runs it. From TypeScript every one of
 * the hundred threads that the tests start would compile it anew, a second of processor each.
 */
export async function setup(): Promise<() => void> {
  mkdirSync('.cache', { recursive: true });
  const folder = resolve(mkdtempSync('.cache/worker-'));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rolldownOptions: {
        input: { 'embedded-worker': 'src/server/store/embedded/embedded-worker.ts' },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  process.env['BUILT_WORKER_FOLDER'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

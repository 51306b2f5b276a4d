import { join, resolve } from 'node:path';
import { build } from 'vite';

/** Ignored by git, and below the packages that the programs import. */
const folder = '.cache/bench';

/**
 * Builds these programs, by name, as a release is built, and returns their files in the same order. Run from
 * source by tsx, each function would get its name anew whenever it is made, which takes a tenth of a purchase.
 */
export async function buildPrograms(programs: Readonly<Record<string, string>>): Promise<string[]> {
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: { ...programs } } },
  });
  return Object.keys(programs).map((name) => resolve(join(folder, `${name}.js`)));
}

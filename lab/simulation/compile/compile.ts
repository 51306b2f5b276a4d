import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/**
 * Compiles a program of the simulator into one file, and returns its path, valid until this process ends. A
 * loader would name each function when it is made, tens of thousands of times a day. The product's code and
 * its packages stay as they are, except for the same hash, base64url and schemas in quicker forms.
 */
export async function compile(program: string): Promise<string> {
  const name = program.replace(/^.*\//, '').replace(/\.ts$/, '');
  const outDir = `.cache/compiled/${name}-${process.pid}`;
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: {
      alias: { '@noble/hashes/sha2.js': beside('quick-sha2.ts'), '@scure/base': beside('quick-base.ts') },
    },
    plugins: [quickSchemas],
    ssr: { noExternal: true },
    build: {
      ssr: program,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs', codeSplitting: false } },
    },
  });
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  return `${outDir}/${name}.mjs`;
}

function beside(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Zod's own compiled form of an object, which its small edition leaves out for the sake of pages. */
const quickSchemas: Plugin = {
  name: 'quick-schemas',
  transform: {
    filter: { id: /zod\/v4\/mini\/schemas\.js$/ },
    handler(code) {
      const changed = code.replace('core.$ZodObject.init(inst, def)', 'core.$ZodObjectJIT.init(inst, def)');
      if (changed === code) throw new Error('the small edition of zod makes its objects in another way');
      return { code: changed, map: null };
    },
  },
};

/** All work on one thread, as its seconds are counted, and a young generation that holds some days. */
export const nodeFlags = ['--single-threaded', '--max-semi-space-size=64'];

/** Runs a compiled program, and returns its exit code. */
export function play(file: string, options: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeFlags, file, ...options], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

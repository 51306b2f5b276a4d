import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readConfig, type Config } from '#src/server/run/config.ts';
import { sayStartFault } from '#src/server/run/start-faults.ts';
import { fillDatabase } from './demo/fill-database.ts';
import { readDemoFacts } from './demo/read-facts.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { endWithNpm } from './end-with-npm.ts';
import { startCommand } from './run-command.ts';

/*
 * `npm run dev`: the API on 3001 with reload, the client on 5173 with hot replacement, both with the demo's people in data/dev.
 * Both are started without a shell in between, so that a signal reaches them.
 */
const { resolve } = createRequire(import.meta.url);
const tsx = resolve('tsx/cli');
const vite = join(dirname(resolve('vite/package.json')), 'bin', 'vite.js');

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

const ports = {
  PORT: '3001',
  DATA_DIR: process.env['DATA_DIR'] ?? 'data/dev',
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? 'http://localhost:5173',
};

function configOfDev(): Config {
  try {
    return readConfig({ ...process.env, ...ports });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Fills the folder at the first start, and does nothing later. Returns the facts for the demo's pages. */
async function prepare(config: Config): Promise<string> {
  try {
    const facts = await fillDatabase(config, fail, async (database) => {
      const deps = { database, publicUrl: config.publicUrl, now: () => new Date() };
      await seedDemo(deps);
      return readDemoFacts(deps);
    });
    return facts === null ? '' : JSON.stringify(facts);
  } catch (error) {
    return fail(sayStartFault(error, config));
  }
}

endWithNpm();
const environment = { ...ports, DEMO_FACTS: await prepare(configOfDev()) };
const api = startCommand(process.execPath, [tsx, 'watch', 'scripts/dev-server.ts'], environment);
const client = startCommand(process.execPath, [vite, '--strictPort'], environment);

function stopBoth(): void {
  api.kill('SIGTERM');
  client.kill('SIGTERM');
}
api.once('exit', stopBoth);
client.once('exit', stopBoth);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopBoth);

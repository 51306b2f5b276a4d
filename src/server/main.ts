import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig, type Config } from './run/config.ts';
import { copiesInChild, copyTask } from './run/daily-copies.ts';
import { reachedAt } from './run/lan-addresses.ts';
import { sayStartFault } from './run/start-faults.ts';
import { startServer, type RunningServer } from './run/start-server.ts';

const clientDir = join(dirname(fileURLToPath(import.meta.url)), '../client');

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function read(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Maximum time of a running call, including its statement's limit of 30 s. */
const longestStopSeconds = 35;

/** Stops once on a signal; a second signal ends at once, which the ledger survives like a power cut. */
function stopOnSignal(server: RunningServer): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    const most = config.stopDelaySeconds + longestStopSeconds;
    setTimeout(() => fail(`No terminó de cerrar en ${most} s: se corta aquí.`), most * 1_000).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`No se pudo cerrar bien: ${String(error)}`),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Runs in a low-priority child process. */
async function runTask(work: () => Promise<void>): Promise<never> {
  setPriority(10);
  try {
    await work();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  process.exit(0);
}

const config = read();
const task = copyTask(config, process.env);
if (task !== null) await runTask(task);
try {
  const server = await startServer(config, { clientDir, onFatal: fail, copies: copiesInChild() });
  stopOnSignal(server);
  process.stdout.write(
    `Mercado Campesino: ${config.publicUrl} (escucha en ${reachedAt(server.url, config.host)})\n`,
  );
  if (server.setupLink) process.stdout.write(`Primer uso, un solo uso: ${server.setupLink}\n`);
} catch (error) {
  fail(sayStartFault(error, config));
}

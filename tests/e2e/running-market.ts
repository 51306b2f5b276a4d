import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { backUp } from '#src/server/run/postgres/backup/back-up.ts';
import { restore } from '#src/server/run/postgres/backup/restore.ts';
import { readRunning } from '#src/server/run/postgres/cluster/cluster-places.ts';
import type { Database } from '#src/server/store/database.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { fillFromTemplate } from '#tests/support/server/market-template.ts';
import { quickFolder } from '#tests/support/server/quick-folder.ts';

/** The copy is a folder: nothing is encrypted. */
const noSecret = () => ({ by: 'passphrase' as const, words: '' });

/** The built product, started like an operator does, with its own port and data folder. */
export type RunningMarket = {
  readonly url: string;
  /** Its own copy of the build, which a test may change without rebuilding others'. */
  readonly buildFolder: string;
  /** Token of the first use, which creates the one administrator. */
  readonly setupToken: string;
  /** Its database, bypassing the server, for effects of time. */
  withDatabase: <Value>(work: (database: Database) => Promise<Value>) => Promise<Value>;
  /** Runs the checks of `npm run audit`: the ledger's number of differences, and the sum of all postings. */
  audit: () => Promise<{ total: number; findings: string[] }>;
  /** Makes a checked copy of its database while it runs, like `npm run backup`. */
  backUp: (target: string) => Promise<void>;
  /** Stops it, restores a copy like `npm run restore`, and starts it with these settings. */
  putBack: (copy: string, changed?: Record<string, string>) => Promise<void>;
  /** Kills the process at once, like a power cut. */
  kill: () => Promise<void>;
  /** Restarts on the same port and data; `changed` overrides settings of the start. */
  restart: (changed?: Record<string, string>) => Promise<void>;
  /** Stops the server and deletes the data. */
  stop: () => Promise<void>;
};

/** The server's last output when ready: the first time a link for the administrator, later its address. */
const firstUse = /primer-uso\?token=(\S+)\n/;
const laterUse = /Mercado Campesino: http.+\n/;

/** `settings`: environment variables of the server, over the defaults. */
export async function startMarket(settings: Record<string, string> = {}): Promise<RunningMarket> {
  if (!existsSync('dist/server/main.js') || !existsSync('dist/client/index.html'))
    throw new Error('these tests run the built product: npm run build');
  // Inside the project, so that the server finds its packages.
  mkdirSync('.cache', { recursive: true });
  const buildFolder = mkdtempSync('.cache/e2e-');
  cpSync('dist', buildFolder, { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = quickFolder();
  fillFromTemplate(dataDir);
  const environment = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let { server, setupToken } = await launch(buildFolder, environment, firstUse);

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const folder = join(dataDir, 'db');
  const withDatabase: RunningMarket['withDatabase'] = async (work) => {
    const running = readRunning(folder);
    if (!running) throw new Error('the server noted no database');
    const database = await openPostgres({ databaseUrl: running.databaseUrl, log: () => undefined });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const restart: RunningMarket['restart'] = async (changed = {}) => {
    ({ server, setupToken } = await launch(buildFolder, { ...environment, ...changed }, laterUse));
  };
  return {
    url,
    buildFolder,
    setupToken,
    withDatabase,
    audit: () => withDatabase(auditLedger),
    kill: () => end('SIGKILL'),
    restart,
    async backUp(target) {
      const audit = async (database: Database) => (await auditLedger(database)).findings;
      await backUp({ folder, target, now: new Date(), log: () => undefined, audit });
    },
    async putBack(copy, changed) {
      await end('SIGTERM');
      await restore(copy, folder, { replace: true, now: new Date(), secret: noSecret });
      await restart(changed);
    },
    async stop() {
      await end('SIGTERM');
      for (const one of [dataDir, buildFolder]) rmSync(one, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server prints its address; rejects with its last output when it ends before. */
function launch(
  buildFolder: string,
  environment: Record<string, string>,
  ready: RegExp,
): Promise<{ server: ChildProcess; setupToken: string }> {
  const server = spawn(process.execPath, [join(buildFolder, 'server/main.js')], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', ...environment },
  });
  let said = '';
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => {
      server.kill('SIGKILL');
      reject(new Error(`the server did not say where it listens: ${said}`));
    }, 60_000);
    const hear = (words: Buffer): void => {
      said += words.toString();
      const [, setupToken = ''] = ready.exec(said) ?? [];
      if (!ready.test(said)) return;
      clearTimeout(tooLate);
      resolve({ server, setupToken });
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.once('exit', () => {
      clearTimeout(tooLate);
      reject(new Error(`the server ended: ${said}`));
    });
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { backUp } from '#src/server/run/postgres/backup/back-up.ts';
import { keepCopies } from '#src/server/run/postgres/backup/keep-copies.ts';
import type { StoreLog } from '#src/server/store/database.ts';
import { readKeyFile } from '#src/server/store/secrets/key-file.ts';
import type { Config } from './config.ts';
import { startRepeating } from './repeating.ts';

const lookEveryMs = 60_000;

export type Copies = {
  makeCopy(target: string): Promise<void>;
  /** Aborts a running copy. */
  giveUp(): void;
};

/**
 * Makes a copy each day and deletes old ones while the server runs. Without `copies`, this process makes
 * them. Returns the stop, which aborts a running copy, or null without BACKUP_DIR.
 */
export function startDailyCopies(
  config: Config,
  { now, log, copies }: { now: () => Date; log: StoreLog; copies: Copies | undefined },
): (() => Promise<void>) | null {
  if (!config.copies) return null;
  const { makeCopy, giveUp } = copies ?? {
    makeCopy: (target: string) => copyNow(config, target),
    giveUp: () => undefined,
  };
  const look = keepCopies({ ...config.copies, now, log, timeZone: config.timeZone, makeCopy });
  const stop = startRepeating(look, (error) => log('error', String(error)), lookEveryMs);
  return async () => {
    giveUp();
    await stop();
  };
}

const taskName = 'MERCADO_TASK';
const targetName = 'MERCADO_COPY';

/**
 * Makes copies in a child process: reading, encrypting and auditing a database takes minutes, in which this
 * process has to serve sales.
 */
export function copiesInChild(): Copies {
  let child: ChildProcess | null = null;
  return {
    giveUp: () => void child?.kill('SIGTERM'),
    makeCopy: async (target) => {
      const made = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? ''], {
        env: { ...process.env, [taskName]: 'copy', [targetName]: target },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = made;
      const ended = new Promise<number | null>((resolve, reject) => {
        made.once('error', reject);
        made.once('exit', resolve);
      });
      const [wrong, code] = await Promise.all([text(made.stderr), ended]);
      child = null;
      if (code !== 0) throw new Error(wrong.trim() || `La copia terminó con ${String(code)}.`);
    },
  };
}

/** Returns the task of such a child process, or null when this process was started to serve. */
export function copyTask(config: Config, environment: NodeJS.ProcessEnv): (() => Promise<void>) | null {
  const target = environment[targetName];
  if (environment[taskName] !== 'copy' || target === undefined) return null;
  return () => copyNow(config, target);
}

/** Makes and checks an encrypted copy of the running cluster. */
async function copyNow(config: Config, target: string): Promise<void> {
  await backUp({
    folder: `${config.dataDir}/db`,
    target,
    now: new Date(),
    secret: { by: 'key-file', key: readKeyFile(config.keyFile) },
    log: () => undefined,
    audit: async (database) => (await auditLedger(database)).findings,
  });
}

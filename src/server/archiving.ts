import { spawn, type ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { keepCopies, type MadeCopy } from '#src/server/postgres/archive/keep-copies.ts';
import { keepLog } from '#src/server/postgres/archive/keep-log.ts';
import { backUp } from '#src/server/postgres/backup/back-up.ts';
import { findPlaces } from '#src/server/postgres/cluster/cluster-places.ts';
import { readKeyFile } from '#src/server/secrets/key-file.ts';
import type { Config } from './config.ts';
import { auditLedger } from './ledger/audit-ledger.ts';
import type { Check } from './postgres/backup/check-notes.ts';
import { startRepeating } from './repeating.ts';
import type { StoreLog } from './store/database.ts';

export type Archiving = {
  /** Time up to which the log is archived, for display. */
  seen: { archiveCheck: () => Check | null };
  /** Called before the database closes: starts nothing more and aborts a running copy. */
  stop(): Promise<void>;
  /** Called after it has closed: archives the last part of the log. */
  finish(): Promise<void>;
};

const carryEveryMs = 5_000;
const lookEveryMs = 60_000;
/** Interval at which a repeated failure is logged again, ms. */
const sayAgainMs = 600_000;

export type Copies = {
  makeCopy(target: string): Promise<MadeCopy>;
  /** Aborts a running copy. */
  giveUp(): void;
};

/**
 * Archives the log, makes a copy each day and deletes old copies while the server runs. Returns null when the
 * operator has turned it off. Without `copies`, this process makes them.
 */
export function archiveOf(
  config: Config,
  { now, log, copies }: { now: () => Date; log: StoreLog; copies: Copies | undefined },
): Archiving | null {
  const { archive } = config;
  if (!archive) return null;
  const { makeCopy, giveUp } = copies ?? {
    makeCopy: (target: string) => copyNow(config, target),
    giveUp: () => undefined,
  };
  const { home, data } = findPlaces(`${config.dataDir}/db`);
  const usual = { folder: archive.folder, now, log };
  const secret = { by: 'key-file' as const, key: readKeyFile(config.keyFile) };
  const kept = keepLog({ ...usual, home, data, secret });
  const { at, keepDays } = archive;
  const look = keepCopies({ ...usual, at, keepDays, timeZone: config.timeZone, makeCopy }, kept);
  let saidAt = Number.NEGATIVE_INFINITY;
  const sayOnce = (error: unknown): void => {
    if (Date.now() - saidAt < sayAgainMs) return;
    saidAt = Date.now();
    log('error', 'El registro no se pudo archivar', { why: String(error) });
  };
  const stops = [
    startRepeating(() => kept.carry(), sayOnce, carryEveryMs),
    startRepeating(look, sayOnce, lookEveryMs),
  ];
  return {
    seen: { archiveCheck: kept.check },
    stop: async () => {
      giveUp();
      await Promise.all(stops.map((stop) => stop()));
    },
    finish: () => kept.carry().catch(sayOnce),
  };
}

const madeSchema = z.object({
  life: z.string(),
  segment: z.string(),
  at: z.iso.datetime().transform((at) => new Date(at)),
});
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
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = made;
      const ended = new Promise<number | null>((resolve, reject) => {
        made.once('error', reject);
        made.once('exit', resolve);
      });
      const [said, wrong, code] = await Promise.all([text(made.stdout), text(made.stderr), ended]);
      child = null;
      if (code !== 0) throw new Error(wrong.trim() || `La copia terminó con ${String(code)}.`);
      return madeSchema.parse(JSON.parse(said));
    },
  };
}

/** Returns the task of such a child process, or null when this process was started to serve. */
export function copyTask(config: Config, environment: NodeJS.ProcessEnv): (() => Promise<string>) | null {
  const target = environment[targetName];
  if (environment[taskName] !== 'copy' || target === undefined) return null;
  return async () => {
    const { life, segment, at } = await copyNow(config, target);
    return JSON.stringify({ life, segment, at });
  };
}

/** Makes and checks an encrypted copy of the running cluster. */
function copyNow(config: Config, target: string): Promise<MadeCopy> {
  return backUp({
    folder: `${config.dataDir}/db`,
    target,
    now: new Date(),
    secret: { by: 'key-file', key: readKeyFile(config.keyFile) },
    log: () => undefined,
    audit: async (database) => (await auditLedger(database)).findings,
  });
}

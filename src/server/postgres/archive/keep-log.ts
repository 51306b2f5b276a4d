import fs from 'node:fs';
import { join } from 'node:path';
import type { BackupSecret } from '#src/server/postgres/backup/sealed-file.ts';
import type { StoreLog } from '#src/server/store/database.ts';
import type { Check } from '../backup/check-notes.ts';
import { isSegment, listSegments, logFolder, nameOfSegment, segmentAfter } from './archive-names.ts';
import { closeSegment, readSegment } from './closed-segment.ts';
import { beginLife, readLife } from './life.ts';
import { stagedFolder } from './staged-log.ts';

/**
 * Above this, sales are worth more than the log: the waiting log is dropped, and a new copy begins another
 * chain, bytes.
 */
const mostWaitingBytes = 1024 ** 3;

export type KeepLogOptions = {
  /** Folder of the cluster: its data directory and the files beside it. */
  home: string;
  data: string;
  /** Folder of copies; never created here, because its absence shows that a disk is not mounted. */
  folder: string;
  secret: BackupSecret;
  now: () => Date;
  log: StoreLog;
};

export type KeptLog = {
  /**
   * Encrypts the segments that PostgreSQL has staged. Throws a sentence if the folder does not accept them;
   * the next call continues.
   */
  carry(): Promise<void>;
  /** True if the log has a gap or has just begun, so that only a copy made from now on can use it. */
  wantsCopy(): boolean;
  copyBegun(): void;
  life(): string;
  /** Returns the result of the last run: up to when the log is in the folder. */
  check(): Check | null;
};

/**
 * Moves the log from the data disk into the folder of copies, encrypted and in the order of writing. A crash
 * between encrypting a segment and deleting it leaves both, which are then compared.
 */
export function keepLog(options: KeepLogOptions): KeptLog {
  const { home, data, folder, secret, now, log } = options;
  const staged = stagedFolder(home);
  let life = readLife(data);
  let last = listSegments(folder, life).at(-1)?.segment ?? null;
  let wantsCopy = last === null;
  let check: Check | null = null;

  function beginAnew(why: string): void {
    life = beginLife(data);
    last = null;
    wantsCopy = true;
    log('warn', why);
  }

  async function take(name: string): Promise<void> {
    const source = join(staged, name);
    const before = listSegments(folder, life).find(({ segment }) => segment === name);
    if (before) {
      const isSame = readSegment(before.path, staged, secret).equals(fs.readFileSync(source));
      if (!isSame) beginAnew('El archivo del registro era de otros datos: empieza uno nuevo, con otra copia');
    } else if (last !== null && segmentAfter(last) !== name) {
      wantsCopy = true;
      log('warn', 'Al archivo del registro le falta una parte: hace falta otra copia', { last, name });
    }
    const target = logFolder(folder, life);
    fs.mkdirSync(target, { recursive: true, mode: 0o700 });
    if (listSegments(folder, life).every(({ segment }) => segment !== name))
      await closeSegment(source, join(target, nameOfSegment({ segment: name, at: now() })), secret);
    fs.rmSync(source);
    last = name;
  }

  return {
    carry: async () => {
      const names = namesIn(staged);
      for (const name of names.filter((one) => !isSegment(one) && !one.endsWith('.part')))
        fs.rmSync(join(staged, name), { recursive: true, force: true });
      const waiting = names.filter(isSegment).toSorted();
      try {
        if (!fs.existsSync(folder)) throw new Error(`La carpeta de las copias no está: ${folder}`);
        for (const name of waiting) await take(name);
        check = { at: now().toISOString(), isOk: true };
      } catch (error) {
        check = { at: check?.at ?? now().toISOString(), isOk: false };
        if (bytesOf(staged) > mostWaitingBytes) {
          for (const name of namesIn(staged).filter(isSegment)) fs.rmSync(join(staged, name));
          wantsCopy = true;
          log(
            'error',
            'El registro que esperaba por el archivo no cabe más: se deja ir; hace falta otra copia',
          );
        }
        throw error;
      }
    },
    wantsCopy: () => wantsCopy,
    copyBegun: () => void (wantsCopy = false),
    life: () => life,
    check: () => check,
  };
}

function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

function bytesOf(folder: string): number {
  return namesIn(folder).reduce(
    (sum, name) => sum + (fs.statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

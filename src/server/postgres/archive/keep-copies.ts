import fs from 'node:fs';
import { join } from 'node:path';
import { dayOf, addDays, startOfDayIn } from '#src/domain/time/market-clock.ts';
import type { StoreLog } from '#src/server/store/database.ts';
import {
  listCopies,
  listLives,
  listSegments,
  logFolder,
  nameOfCopy,
  type KeptCopy,
} from './archive-names.ts';
import type { KeptLog } from './keep-log.ts';

/** A finished copy: the log that it needs, from which segment on, and when it was complete. */
export type MadeCopy = { life: string; segment: string; at: Date };

export type KeepCopiesOptions = {
  folder: string;
  /** "02:30", in `timeZone`. */
  at: string;
  timeZone: string;
  keepDays: number;
  now: () => Date;
  log: StoreLog;
  /** Makes a copy under this unused name. Rejects with a sentence. */
  makeCopy: (target: string) => Promise<MadeCopy>;
};

/** Delay before a failed copy is repeated, ms. */
const againMs = 3_600_000;
const dayMs = 86_400_000;
/** Minimum number of copies kept, whatever their age. */
const leastCopies = 2;

/**
 * Makes one copy a day, at once if today's is missing or the log has a gap, and deletes those that are too
 * old. Returns the function to call every minute.
 */
export function keepCopies(options: KeepCopiesOptions, kept: KeptLog): () => Promise<void> {
  const { folder, now, log, makeCopy } = options;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** True if the log has a gap and no copy was made since. */
  let isOwed = false;
  return async () => {
    if (now().getTime() - failedAt < againMs) return;
    const newest = listCopies(folder).findLast(({ life }) => life === kept.life());
    const isDue = newest === undefined || newest.at.getTime() < lastDue(options);
    isOwed ||= kept.wantsCopy();
    if (!isDue && !isOwed) return;
    const unnamed = join(folder, '.being-made');
    try {
      if (!fs.existsSync(folder)) throw new Error(`La carpeta de las copias no está: ${folder}`);
      fs.rmSync(unnamed, { force: true });
      kept.copyBegun();
      const made = await makeCopy(unnamed);
      isOwed = false;
      fs.renameSync(unnamed, join(folder, nameOfCopy(made)));
      pruneCopies(folder, options.keepDays, now());
      log('info', 'Copia hecha y revisada', { at: made.at.toISOString() });
    } catch (error) {
      failedAt = now().getTime();
      log('error', 'La copia no se hizo', { why: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** Returns the last scheduled time of a copy, ms. */
function lastDue({ at, timeZone, now }: KeepCopiesOptions): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = dayOf(now(), timeZone);
  const due = (day: string): number => startOfDayIn(timeZone, day) + (hours * 60 + minutes) * 60_000;
  return due(today) <= now().getTime() ? due(today) : due(addDays(today, -1));
}

/**
 * Deletes copies older than `keepDays`, except the newest, and the log that no remaining copy needs. A crash
 * in between leaves log without its copy, which the next run deletes.
 */
export function pruneCopies(folder: string, keepDays: number, now: Date): void {
  const oldest = now.getTime() - keepDays * dayMs;
  const copies = listCopies(folder);
  const kept = copies.filter(({ at }, n) => at.getTime() >= oldest || n >= copies.length - leastCopies);
  for (const { path } of copies.filter((copy) => !kept.includes(copy))) fs.rmSync(path);
  for (const life of listLives(folder)) pruneLog(folder, life, kept, oldest);
}

function pruneLog(folder: string, life: string, kept: readonly KeptCopy[], oldest: number): void {
  const needed = kept
    .filter((copy) => copy.life === life)
    .map(({ segment }) => segment)
    .toSorted();
  const [first] = needed;
  // A partial file left by an interruption. One of today may still be in progress.
  for (const name of fs.readdirSync(logFolder(folder, life)).filter((one) => one.endsWith('.partial'))) {
    const path = join(logFolder(folder, life), name);
    if (fs.statSync(path).mtimeMs < Date.now() - dayMs) fs.rmSync(path);
  }
  for (const { path, segment, at } of listSegments(folder, life))
    // A log without a copy: its first copy may be in progress.
    if (first === undefined ? at.getTime() < oldest : segment < first) fs.rmSync(path);
  if (fs.readdirSync(logFolder(folder, life)).length === 0) fs.rmdirSync(logFolder(folder, life));
}

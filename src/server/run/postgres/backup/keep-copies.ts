import fs from 'node:fs';
import { join } from 'node:path';
import { dayOf, addDays, startOfDayIn } from '#src/domain/time/market-clock.ts';
import type { StoreLog } from '#src/server/store/database.ts';

/** A copy in a folder of copies, named after the second in which it was begun. */
type KeptCopy = { path: string; at: Date };

const copyName = /^mercado-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.copia$/;

/** Returns the copies, oldest first. */
export function listCopies(folder: string): KeptCopy[] {
  const isFolder = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const names = (isFolder ? fs.readdirSync(folder) : []).filter((name) => copyName.test(name));
  return names.toSorted().map((name) => ({
    path: join(folder, name),
    at: new Date(name.replace(copyName, '$1-$2-$3T$4:$5:$6Z')),
  }));
}

export function nameOfCopy(at: Date): string {
  return `mercado-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.copia`;
}

export type KeepCopiesOptions = {
  /** Never created here, because its absence shows that a disk is not mounted. */
  folder: string;
  /** "02:30", in `timeZone`. */
  at: string;
  timeZone: string;
  keepDays: number;
  now: () => Date;
  log: StoreLog;
  /** Makes a copy under this unused name. Rejects with a sentence. */
  makeCopy: (target: string) => Promise<void>;
};

/** Delay before a failed copy is repeated, ms. */
const againMs = 3_600_000;
const dayMs = 86_400_000;
/** Minimum number of copies kept, whatever their age. */
const leastCopies = 2;

/**
 * Makes one copy a day, at once if today's is missing, and deletes those that are too old. Returns the
 * function to call every minute.
 */
export function keepCopies(options: KeepCopiesOptions): () => Promise<void> {
  const { folder, now, log, makeCopy } = options;
  let failedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const begun = now();
    if (begun.getTime() - failedAt < againMs) return;
    const unnamed = join(folder, '.being-made');
    try {
      const newest = listCopies(folder).at(-1);
      if (newest !== undefined && newest.at.getTime() >= lastDue(options)) return;
      if (!fs.existsSync(folder)) throw new Error(`La carpeta de las copias no está: ${folder}`);
      fs.rmSync(unnamed, { force: true });
      await makeCopy(unnamed);
      fs.renameSync(unnamed, join(folder, nameOfCopy(begun)));
      pruneCopies(folder, options.keepDays, begun);
      log('info', 'Copia hecha y revisada', { at: begun.toISOString() });
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

/** Deletes copies older than `keepDays`, except the newest two. */
export function pruneCopies(folder: string, keepDays: number, now: Date): void {
  const oldest = now.getTime() - keepDays * dayMs;
  for (const { path, at } of listCopies(folder).slice(0, -leastCopies))
    if (at.getTime() < oldest) fs.rmSync(path);
}

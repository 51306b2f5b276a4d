import fs from 'node:fs';
import { join } from 'node:path';
import { copiedData, readManifest } from '#src/server/postgres/backup/manifest.ts';
import { replaceData, type RestoreOptions, type Workroom } from '#src/server/postgres/backup/restore.ts';
import { openSealed, type BackupSecret } from '#src/server/postgres/backup/sealed-file.ts';
import { findBinaries } from '#src/server/postgres/cluster/binaries.ts';
import { ownFolder } from '#src/server/postgres/cluster/cluster-places.ts';
import { productUser, readPassword } from '#src/server/postgres/cluster/init-cluster.ts';
import { chooseAddress, startPostmaster, urlAt } from '#src/server/postgres/cluster/postmaster.ts';
import { openPostgres } from '#src/server/store/postgres.ts';
import { listCopies, listSegments, unbrokenFrom, type KeptCopy, type KeptSegment } from './archive-names.ts';
import { readSegment, writeSegment } from './closed-segment.ts';

/** Null means everything in the folder. */
export type Moment = Date | null;

type Chosen = { copy: KeptCopy; segments: KeptSegment[] };

/** Formats a time for the operator. */
export type SayTime = (at: Date) => string;

/**
 * Returns the newest copy that was complete by then, and the log from it to that moment without a gap. Throws
 * a sentence that lists what is available.
 */
export function chooseChain(folder: string, moment: Moment, say: SayTime): Chosen {
  const copies = listCopies(folder);
  const [first] = copies;
  if (!first) throw new Error(`En ${folder} no hay copias con su registro.`);
  const copy = copies.findLast(({ at }) => moment === null || at <= moment);
  if (!copy)
    throw new Error(`El archivo comienza el ${say(first.at)}: no se puede volver a un momento anterior.`);
  const chain = unbrokenFrom(listSegments(folder, copy.life), copy.segment);
  // A segment that was closed after the moment shows where to stop.
  const end = moment === null ? -1 : chain.findIndex(({ at }) => at > moment);
  return { copy, segments: end === -1 ? chain : chain.slice(0, end + 1) };
}

export type RestoredTo = {
  copy: KeptCopy;
  /** Time of the last restored movement of money. */
  lastMovementAt: Date | null;
};

/**
 * Restores the data of a folder to a moment: a copy, with the log replayed over it up to then, prepared
 * beside the data. It replaces the data only after PostgreSQL has started on it and stopped cleanly. An
 * interruption before that changes nothing.
 */
export async function restoreTo(
  source: string,
  folder: string,
  options: RestoreOptions & { moment: Moment; say: SayTime },
): Promise<RestoredTo> {
  const { moment, say } = options;
  const chosen = chooseChain(source, moment, say);
  return replaceData(folder, options, async (work) => {
    openCopy(chosen, work.room, options.secret());
    return { copy: chosen.copy, lastMovementAt: await replayTo(work, chosen, moment, say) };
  });
}

async function replayTo(
  work: Workroom,
  { copy, segments }: Chosen,
  moment: Moment,
  say: SayTime,
): Promise<Date | null> {
  try {
    return await replay(work, moment);
  } catch (error) {
    if (!isTooShort(error) || moment === null) throw error;
    const end = segments.at(-1)?.at ?? copy.at;
    if (end < moment)
      throw new Error(
        `El archivo llega hasta el ${say(end)}. Diga un momento anterior, o --to fin para todo lo que hay.`,
        { cause: error },
      );
    // Nothing was written between that moment and the end of the archived log, so all of it is replayed.
    return replay(work, null);
  }
}

function openCopy({ copy, segments }: Chosen, room: string, secret: BackupSecret): void {
  const opened = join(room, 'opened');
  fs.mkdirSync(opened, { mode: 0o700 });
  openSealed(copy.path, opened, secret);
  readManifest(opened);
  fs.renameSync(join(opened, copiedData), join(room, 'data'));
  fs.rmSync(opened, { recursive: true });
  const log = join(room, 'log');
  fs.mkdirSync(log, { mode: 0o700 });
  for (const { path, segment } of segments) writeSegment(readSegment(path, room, secret), join(log, segment));
}

/** Starts PostgreSQL on the copy until it has replayed the log and accepts writes, and stops it cleanly. */
async function replay({ places, room, data }: Workroom, moment: Moment): Promise<Date | null> {
  fs.writeFileSync(join(data, 'recovery.signal'), '');
  ownFolder(room, places.user);
  const address = await chooseAddress(room, places.user);
  const target: Record<string, string> =
    moment === null
      ? {}
      : {
          recovery_target_time: `${moment.toISOString().slice(0, 23).replace('T', ' ')}+00`,
          recovery_target_action: 'promote',
        };
  const fetch = process.platform === 'win32' ? String.raw`copy "..\log\%f" "%p"` : 'cp "../log/%f" "%p"';
  try {
    const postmaster = await startPostmaster({
      binaries: findBinaries(places.user),
      data,
      address,
      user: places.user,
      settings: {
        restore_command: fetch,
        recovery_target_timeline: 'current',
        hot_standby: 'off',
        archive_mode: 'off',
        // The restored data is synced when it is moved into place.
        fsync: 'off',
        ...target,
      },
    });
    try {
      const database = await openPostgres({
        databaseUrl: urlAt(address, productUser, readPassword(data), productUser),
        log: () => undefined,
      });
      const { rows } = await database.query<{ at: Date | null }>({
        text: 'select max(recorded_at) as at from movement where id in (select id from movement order by id desc limit 1000)',
      });
      await database.close();
      return rows[0]?.at ?? null;
    } finally {
      await postmaster.stop();
    }
  } finally {
    address.remove();
  }
}

/** PostgreSQL's message when the log ends before the moment. */
function isTooShort(error: unknown): boolean {
  return error instanceof Error && error.message.includes('recovery ended before configured recovery target');
}

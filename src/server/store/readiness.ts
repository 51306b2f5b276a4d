import { statfs } from 'node:fs/promises';
import type { Database } from './database.ts';

/** Returns the fault in a sentence for the operator, or null when the server can take money. */
export type Readiness = () => Promise<string | null>;

type ReadinessOptions = {
  dataDir: string | null;
  waitMs?: number;
  readFree?: (folder: string) => Promise<number>;
};

/**
 * Time limit of one check, ms. A proxy asks every second or two and gives up after a few, so no answer counts
 * as a failure.
 */
const answerMs = 2_000;
/** Below this, PostgreSQL cannot create the next parts of its log and stops, bytes. */
const leastFreeBytes = 64 * 1024 * 1024;
/** Minimum interval between attempts to write, ms. */
const tryWriteEveryMs = 5_000;

/**
 * Returns a check whether the database can take money: it answers, is no standby, and accepts writes.
 * `dataDir` is the folder of the server's own PostgreSQL, whose disk is checked. With an external one only a
 * failed write shows a full disk.
 */
export function createReadiness(
  database: Database,
  { dataDir, waitMs = answerMs, readFree = freeBytes }: ReadinessOptions,
): Readiness {
  let triedAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<string | null> {
    const { rows } = await database.query<{ standby: boolean }>({
      name: 'ready',
      text: 'select pg_is_in_recovery() as standby',
    });
    if (rows[0]?.standby !== false) return 'La base de datos es una réplica: solo se puede leer.';
    if (dataDir !== null && (await readFree(dataDir)) < leastFreeBytes)
      return 'El disco de los datos está lleno.';
    if (performance.now() - triedAt < tryWriteEveryMs) return null;
    await database.query({
      name: 'ready-write',
      text: `insert into app_setting (key, value) values ('ready', '') on conflict (key) do update set value = ''`,
    });
    triedAt = performance.now();
    return null;
  }

  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('La base de datos no responde.'), waitMs);
    });
    try {
      return await Promise.race([look(), late]);
    } catch (error) {
      return `La base de datos no recibe: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      clearTimeout(timer);
    }
  };
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Lane, Statement } from '#src/server/store/database.ts';

/** A replica of the database, for reads that may be slightly old. */
export type ReadCopy = {
  /** Its reads. A read that the replica cannot answer, and every transaction, uses the database itself. */
  readonly database: Database;
  /**
   * The time up to which the replica has every commit, ms since 1970. Null if it is unknown or too long ago.
   */
  asOf(): number | null;
  stop(): Promise<void>;
};

type Position = { at: number; lsn: bigint };

const everyMs = 1_000;
/** Maximum number of remembered positions: beyond them the replica lags too far anyway. */
const mostPositions = 120;

/**
 * Follows the lag of the replica: which of the database's timed positions it has replayed. This needs no
 * writes, and stays correct while nothing is sold. `mostLagSeconds`: with a larger lag the replica is not
 * used.
 */
export function followReadCopy(
  database: Database,
  options: {
    /** Retried until the replica is reachable. */
    open: () => Promise<Database>;
    now: () => Date;
    mostLagSeconds: number;
    onLag: (seconds: number | null) => void;
    onFailure: (error: unknown) => void;
  },
): ReadCopy {
  const control = new AbortController();
  let positions: Position[] = [];
  let known: number | null = null;
  let copy: Database | null = null;

  async function look(): Promise<void> {
    copy ??= await options.open();
    const at = options.now().getTime();
    positions = [...positions, { at, lsn: await readPosition(database) }].slice(-mostPositions);
    const replayed = await readPosition(copy);
    const reached = positions.findLast(({ lsn }) => lsn <= replayed);
    if (reached) known = reached.at;
    if (reached) positions = positions.filter((position) => position.at >= reached.at);
  }

  const asOf = (): number | null => {
    if (known === null) return null;
    return options.now().getTime() - known > options.mostLagSeconds * 1_000 ? null : known;
  };

  const following = (async () => {
    while (!control.signal.aborted) {
      await look().catch(options.onFailure);
      options.onLag(known === null ? null : (options.now().getTime() - known) / 1_000);
      await sleep(everyMs, undefined, { signal: control.signal }).catch(() => undefined);
    }
  })();

  return {
    database: {
      sessionCount: database.sessionCount,
      query: async <Row>(statement: Statement, lane?: Lane) => {
        try {
          if (copy !== null) return await copy.query<Row>(statement, lane);
        } catch (error) {
          options.onFailure(error);
        }
        return database.query<Row>(statement, lane);
      },
      transaction: (work, lane) => database.transaction(work, lane),
      close: () => Promise.resolve(),
    },
    asOf,
    stop: async () => {
      control.abort();
      await following;
      await copy?.close();
    },
  };
}

/** Returns the log position: written by the database, replayed by a replica. */
async function readPosition(database: Database): Promise<bigint> {
  const { rows } = await database.query<{ lsn: string | null }>({
    name: 'log-position',
    text: `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn`,
  });
  const [high = '', low = ''] = (rows[0]?.lsn ?? '0/0').split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

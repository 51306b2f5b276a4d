import type { Database } from './database.ts';

export type DatabaseClock = {
  /**
   * The database's clock, never behind what it said before, what was last recorded, nor the time at which another
   * process stands still.
   */
  now: () => Date;
  /** The same clock as it stands, also while `now` waits for it: for what is compared with clocks outside. */
  live: () => Date;
  stop(): Promise<void>;
};

const everyMs = 2_000;
/** A record further ahead than this is a mistake: time does not wait for it. */
const farAheadMs = 86_400_000;
/** An answer's way explains a lead of less than this. */
const standsMs = 1_000;

/**
 * Follows the clock of the database by this process's steady clock, so that every process of a database records by one
 * clock, whatever its own machine's time of day is. When the database's clock is set back, or the machine sleeps, time
 * waits until the clock has caught up; the wait is seen within two seconds. A waiting process writes its time to the
 * database, for processes that did not see the jump. While the database is unreachable nothing is recorded.
 */
export async function followDatabaseClock(
  database: Database,
  onFailure: (error: unknown) => void,
  steadyMs: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  let latestMs = 0;
  let offsetMs = 0;
  const measure = async (): Promise<void> => {
    const { rows } = await database.query<{ at: Date; recorded: Date | null; stands: number | null }>(
      {
        name: 'database-clock',
        text: `select clock_timestamp() as at, (select max(recorded_at) from
          (select recorded_at from movement order by id desc limit 100) as last) as recorded,
          (select value::bigint from app_setting where key = 'clock-stands') as stands`,
      },
      'money',
    );
    const [row] = rows;
    if (!row) throw new Error('the database did not say what time it is');
    const atMs = row.at.getTime();
    const farMs = atMs + farAheadMs;
    // After the answer: what is said lags by its way here and never leads.
    offsetMs = atMs - steadyMs();
    const told = [row.recorded?.getTime() ?? 0, row.stands ?? 0].filter((ms) => ms < farMs);
    const known = Math.max(0, ...told);
    latestMs = Math.max(latestMs, known);
    if (latestMs > Math.max(known, atMs + standsMs) && latestMs < farMs) await say(latestMs);
  };
  const say = (ms: number): Promise<unknown> =>
    database.query(
      {
        name: 'clock-stands',
        text: `insert into app_setting (key, value) values ('clock-stands', $1) on conflict (key) do update
          set value = excluded.value`,
        values: [String(ms)],
      },
      'money',
    );
  await measure();
  const liveMs = (): number => Math.round(steadyMs() + offsetMs);
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= measure()
      .catch(onFailure)
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return {
    now: () => {
      latestMs = Math.max(latestMs, liveMs());
      return new Date(latestMs);
    },
    live: () => new Date(liveMs()),
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

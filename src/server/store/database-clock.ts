import type { Database } from './database.ts';

const everyMs = 2_000;
/** A record further ahead than this is an error, and the clock does not wait for it. */
const farAheadMs = 86_400_000;
/** A lead below this is explained by the latency of the answer. */
const standsMs = 1_000;

/**
 * Follows the database's clock with this process's monotonic clock, so that all processes of a database
 * record by one clock, whatever the time of day on each machine. If the database's clock is set back or the
 * machine sleeps, time waits until the clock has caught up; the wait is detected within two seconds. A
 * waiting process writes its time to the database, for processes that missed the jump. Nothing is recorded
 * while the database is unreachable.
 */
export async function followDatabaseClock(
  database: Database,
  onFailure: (error: unknown) => void,
  steadyMs: () => number = () => performance.now(),
) {
  let latestMs = 0;
  let offsetMs = 0;
  let newestMs = 0;
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
    // Measured after the answer, so the clock lags by its latency and never leads.
    offsetMs = atMs - steadyMs();
    const told = [row.recorded?.getTime() ?? 0, row.stands ?? 0];
    newestMs = Math.max(newestMs, ...told);
    const known = Math.max(0, ...told.filter((ms) => ms < farMs));
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
    /**
     * The database's clock. Never earlier than its previous value, the last record, or the time at which
     * another process waits.
     */
    now: () => {
      latestMs = Math.max(latestMs, liveMs());
      return new Date(latestMs);
    },
    /** The same clock without waiting, for comparison with clocks outside the server. */
    live: () => new Date(liveMs()),
    /**
     * Time of the newest record while it is ahead of the database's clock, and null otherwise. Until then every
     * operation is recorded at one instant, unless the record is too far ahead to wait for.
     */
    aheadUntil: () => {
      const untilMs = Math.max(newestMs, latestMs);
      return untilMs - liveMs() > standsMs ? new Date(untilMs) : null;
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

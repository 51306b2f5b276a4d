import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { wireVersion } from '#src/contract/version.ts';
import type { Database } from '#src/server/store/database.ts';

export type Meters = ReturnType<typeof createMeters>;

/**
 * Declares every metric of the process in one place. A test compares the alert rules and the dashboard of
 * `deploy/` with them. Counters belong to one process and are summed over all; gauges with the prefix
 * `mercado_state_` describe the database and are equal in every process.
 */
export function createMeters(version: string) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'mercado_build_info',
    help: 'Always 1: version of the build, of the wire and of the runtime stand in the labels',
    labelNames: ['version', 'wire', 'node'] as const,
    registers,
  });
  build.set({ version, wire: String(wireVersion), node: process.version }, 1);
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  return {
    registry,
    duration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    refusals: counter('http_refusals_total', 'Answers of 4xx and 5xx, by route and status', [
      'route',
      'status',
    ]),
    operations: counter(
      'mercado_operations_total',
      'Operations that pages sent with their key, by call; replayed: answered from the receipt',
      ['call', 'outcome'],
    ),
    deviceResults: counter(
      'mercado_device_results_total',
      'Operations that devices sent, by the state they were answered with',
      ['state'],
    ),
    purchaseGroup: new Histogram({
      name: 'mercado_purchase_group_size',
      help: 'Purchases that went into one statement together',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 200],
      registers,
    }),
    logLines: counter('mercado_log_lines_total', 'Lines of the log of level warn and above', ['level']),
    movements: counter(
      'mercado_movements_total',
      'Movements that were committed since this process started, by any process: the same in each, to be looked at by max',
      ['kind'],
    ),
    moved: counter(
      'mercado_moved_amount_total',
      'What they moved, in the smallest unit shown; by any process, as mercado_movements_total',
      ['kind'],
    ),
    ...stateGauges(registers),
  };
}

function stateGauges(registers: Registry[]) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge({ name: `mercado_state_${name}`, help, labelNames, registers });
  return {
    readAt: gauge('read_timestamp_seconds', 'When the state below was last read from the database'),
    reviews: gauge(
      'open_sales',
      'Purchases without a link that are not settled, by state: waiting, overspend, review',
      ['state'],
    ),
    reviewAge: gauge('open_sales_oldest_seconds', 'Age of the oldest of them; 0 where there is none', [
      'state',
    ]),
    missing: gauge(
      'shortfall_amount',
      'What sales without a link came to that no voucher covered, not assigned yet',
    ),
    devices: gauge('devices', 'Devices in use'),
    owing: gauge('devices_owing', 'Devices with operations still to deliver'),
    silent: gauge('devices_silent', 'Devices in use that nobody has heard of for a day'),
    faulty: gauge('devices_faulty', 'Devices on which something went wrong in the program within a day'),
    foldBehind: gauge(
      'fold_behind_movements',
      'Movements that the day sums do not hold yet, at most 100,000',
    ),
    foldAge: gauge('fold_behind_seconds', 'Age of the oldest of them'),
    databaseBytes: gauge('database_bytes', 'Size of the database'),
    diskFree: gauge(
      'disk_free_bytes',
      "Left on the disk of the server's own PostgreSQL; absent with another one",
    ),
    checkAt: gauge('check_timestamp_seconds', 'When a copy, an audit, a drill was last made; 0: never', [
      'check',
    ]),
    checkOk: gauge('check_ok', '1: the last one of these was right; 0: it was not, or there was none', [
      'check',
    ]),
  };
}

/** Meters of the process itself, read at each scrape without waiting for the database. */
export function meterProcess(
  { registry }: Meters,
  {
    database,
    waiting,
    clockAheadUntil,
    liveNow,
  }: {
    database: Pick<Database, 'load'>;
    waiting: () => number;
    clockAheadUntil: () => Date | null;
    liveNow: () => Date;
  },
): void {
  const pool = new Gauge({
    name: 'mercado_pool_connections',
    help: 'Connections to the database by lane: lent, idle; and who waits for one',
    labelNames: ['lane', 'state'] as const,
    registers: [],
    collect() {
      for (const { lane, lent, idle, waiting } of database.load?.() ?? []) {
        this.set({ lane, state: 'lent' }, lent);
        this.set({ lane, state: 'idle' }, idle);
        this.set({ lane, state: 'waiting' }, waiting);
      }
    },
  });
  const queue = new Gauge({
    name: 'mercado_purchase_queue',
    help: 'Purchases that wait for their statement',
    registers: [],
    collect() {
      this.set(waiting());
    },
  });
  const stands = new Gauge({
    name: 'mercado_clock_stands_seconds',
    help: "How far the newest record is ahead of the database's clock. Up to a day, all is recorded at one instant until then",
    registers: [],
    collect() {
      const until = clockAheadUntil();
      this.set(until === null ? 0 : Math.round((until.getTime() - liveNow().getTime()) / 1_000));
    },
  });
  registry.registerMetric(stands);
  registry.registerMetric(pool);
  registry.registerMetric(queue);
}

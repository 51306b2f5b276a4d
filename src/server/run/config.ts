import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { fixedOffsetOf } from '#src/domain/time/market-clock.ts';
import { usualPool } from '#src/server/store/database.ts';
import { sayFault, sayIssue, type VariableName } from './config-faults.ts';

/** Environment of the server. A wrong value stops the start with a message that names it. */
const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('data'),
  KEY_FILE: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(1_000).default(usualPool.money),
  DATABASE_POOL_READ: z.coerce.number().int().min(1).max(1_000).default(usualPool.read),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default(usualPool.pooler),
  DATABASE_STATEMENT_SECONDS: z.coerce.number().int().min(1).max(600).default(usualPool.statementSeconds),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CURRENCY_SYMBOL: z.string().min(1).max(4).default('$'),
  TOPUP_MAX: z.coerce.number().int().min(1).max(1_000_000_000_000).default(2_000_000),
  // A bono lives a year at least (Circular Externa 006 of 2014 of the SIC), and then to the end of a day.
  VOUCHER_DAYS: z.coerce.number().int().min(365).max(3650).optional(),
  TIME_ZONE: z.string().refine(isTimeZone).default('America/Bogota'),
  TIME_ZONE_FROM: z.string().optional(),
  ACCESS_TOKEN_MINUTES: z.coerce.number().min(0.01).max(1440).default(15),
  REFRESH_TOKEN_DAYS: z.coerce.number().min(0.001).max(365).default(30),
  REFRESH_IDLE_HOURS: z.coerce.number().min(0.01).max(8760).default(12),
  SESSION_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  // Devices keep proof of their sales for 90 days; `slim_receipts` and `slim_envelopes` enforce the same
  // minimum.
  RECEIPT_KEEP_DAYS: z.coerce.number().int().min(90).max(36_500).default(400),
  ENVELOPE_KEEP_DAYS: z.coerce.number().int().min(90).max(36_500).default(1_100),
  EVENT_KEEP_DAYS: z.coerce.number().int().min(90).max(36_500).default(400),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('02:00'),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(2_000),
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  START_WAIT_SECONDS: z.coerce.number().min(0).max(3_600).default(60),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().default('false').transform(readTrustProxy),
} satisfies Record<VariableName, z.ZodType>);

export type Config = ReturnType<typeof readConfig>;

/** Throws an Error whose message lists each wrong variable. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw invalid(...parsed.error.issues.map((issue) => sayIssue(issue, given)));
  }
  const env = parsed.data;
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    /** True if KEY_FILE is set, so that it also encrypts the secrets in the database. */
    closesSecrets: env.KEY_FILE !== undefined,
    /** File with the secrets kept outside the database and its backups. */
    keyFile: env.KEY_FILE ?? join(env.DATA_DIR, 'master.key'),
    databaseUrl: env.DATABASE_URL,
    /**
     * Address of the same database for its owner, who updates the schema and grants `databaseUrl`'s role its
     * permissions.
     */
    databaseOwnerUrl: readOwner(env.DATABASE_URL, env.DATABASE_OWNER_URL),
    databaseLimits: {
      money: env.DATABASE_POOL,
      read: env.DATABASE_POOL_READ,
      statementSeconds: env.DATABASE_STATEMENT_SECONDS,
      pooler: env.DATABASE_POOLER,
    },
    /** PEM files of certificate and key, which enable HTTPS. */
    tls: readTls(env.TLS_CERT, env.TLS_KEY),
    /** Public address of the app, printed into every QR. */
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    currencySymbol: env.CURRENCY_SYMBOL,
    /** Maximum top-up, smallest unit shown. */
    topUpMax: env.TOPUP_MAX,
    voucherDays: env.VOUCHER_DAYS,
    timeZone: env.TIME_ZONE,
    /** Present zone of the day sums, when it is to change. */
    timeZoneFrom: env.TIME_ZONE_FROM ?? null,
    accessTokenMinutes: env.ACCESS_TOKEN_MINUTES,
    /** Maximum days of a session since signing in, and without being renewed. */
    refreshTokenDays: env.REFRESH_TOKEN_DAYS,
    refreshIdleHours: env.REFRESH_IDLE_HOURS,
    /** Retention of ended sessions, and of complete receipts, envelopes and device events. */
    keepDays: {
      sessions: env.SESSION_KEEP_DAYS,
      receipts: env.RECEIPT_KEEP_DAYS,
      envelopes: env.ENVELOPE_KEEP_DAYS,
      events: env.EVENT_KEEP_DAYS,
    },
    /** Daily copies of the server's own PostgreSQL; undefined for none. */
    copies: readCopies(env),
    /** Bearer token of /metrics; without one it is only served on a separate port. */
    metricsToken: env.METRICS_TOKEN,
    /** Separate address of /metrics; without one it is beside the other calls. */
    metricsAt:
      env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Limit of open connections. A single address that is no proxy gets an eighth. */
    maxConnections: env.MAX_CONNECTIONS,
    /** Time for which /ready fails before the port closes, s. */
    stopDelaySeconds: env.STOP_DELAY_SECONDS,
    /** Time for which a start waits for an external PostgreSQL that is unreachable or still a standby. */
    startWaitSeconds: env.START_WAIT_SECONDS,
    logLevel: env.LOG_LEVEL,
    /** Proxies whose X-Forwarded-For is trusted: a number of hops, or addresses; false for none. */
    trustProxy: env.TRUST_PROXY,
  };
}

function invalid(...sentences: readonly string[]): Error {
  return new Error(['Configuración no válida.', ...sentences].join('\n'));
}

/**
 * Returns a display name of the database: the PostgreSQL address without user and password, or the folder.
 */
export function nameDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return resolve(dataDir, 'db');
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  return `PostgreSQL ${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

type TrustProxy = false | ((address: string, hop: number) => boolean);

/**
 * Reads a number of hops, or addresses and ranges. Not `true`: that would trust what the caller itself wrote
 * into the header, which would void every limit by address.
 */
function readTrustProxy(value: string, context: z.RefinementCtx): TrustProxy {
  if (value === 'false' || value === '0') return false;
  // The caller's own connection is hop 0. Fastify's number option does not support a list of proxies.
  if (/^[1-9]$/.test(value)) return (_address, hop) => hop < Number(value);
  const ranges = value.split(',').map((range) => range.trim());
  if (value !== 'true' && ranges.every(isRange)) return proxiesIn(ranges);
  context.addIssue('no');
  return z.NEVER;
}

const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function isRange(range: string): boolean {
  if (range in namedRanges) return true;
  const [address = '', bits, ...rest] = range.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && isLength && rest.length === 0;
}

/** One function for forwarded addresses and for connections: both trust the same proxies. */
function proxiesIn(ranges: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const range of ranges.flatMap((name) => namedRanges[name] ?? [name])) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function readCopies(env: z.infer<typeof environmentSchema>) {
  if (env.BACKUP_DIR === undefined) return undefined;
  if (env.DATABASE_URL !== undefined)
    throw invalid(
      'BACKUP_DIR es del PostgreSQL propio y no va con DATABASE_URL, cuyas copias hacen las herramientas de PostgreSQL ' +
        '(docs/operations.md, With DATABASE_URL). Quite una de las dos.',
    );
  const { BACKUP_DIR: folder, BACKUP_AT: at, BACKUP_KEEP_DAYS: keepDays } = env;
  return { folder: resolve(folder), at, keepDays };
}

function readOwner(databaseUrl: string | undefined, ownerUrl: string | undefined): string | undefined {
  if (ownerUrl && !databaseUrl)
    throw invalid(sayFault('DATABASE_URL', 'falta, y DATABASE_OWNER_URL va con ella'));
  return ownerUrl;
}

function readTls(certFile: string | undefined, keyFile: string | undefined) {
  if (certFile && keyFile) return { certFile, keyFile };
  if (certFile || keyFile)
    throw invalid(
      sayFault(
        certFile ? 'TLS_KEY' : 'TLS_CERT',
        `falta, y ${certFile ? 'TLS_CERT' : 'TLS_KEY'} va con ella`,
      ),
    );
  return undefined;
}

/** A voucher's proof names the day of its end alone, so that a day must begin at one hour all year. */
function isTimeZone(name: string): boolean {
  try {
    return fixedOffsetOf(name, 2020, new Date().getUTCFullYear() + 10) !== null;
  } catch {
    return false;
  }
}

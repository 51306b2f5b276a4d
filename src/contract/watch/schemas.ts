import * as z from 'zod/mini';
import { toAmount } from '#src/contract/brands.ts';
import { balanceField, instantField } from '#src/contract/fields.ts';

/** Recurring checks with their latest results. */
export const checkNames = ['copy', 'archive', 'audit', 'drill'] as const;
export type CheckName = (typeof checkNames)[number];

const checkSchema = z.object({
  /** When it ended; for the archive, the time up to which it reaches. */
  at: instantField,
  isOk: z.boolean(),
  /** The result, for the operator. */
  words: z.string(),
});
export type Check = z.infer<typeof checkSchema>;

const openSalesSchema = z.object({
  count: z.int(),
  oldestAt: z.nullable(instantField),
  /** Shortfall, smallest unit shown. */
  missing: balanceField,
});

/** State of the server, for its operator's first look. */
export const serverStateSchema = z.object({
  asOf: instantField,
  process: z.object({
    /** Host and number, as in the log. */
    name: z.string(),
    /** Version of the build, and of its wire. */
    version: z.string(),
    wire: z.int(),
    runtime: z.string(),
    startedAt: instantField,
    /** Purchases that wait for their statement. */
    queue: z.int(),
    /** Connections to the database. */
    lanes: z.array(z.object({ lane: z.string(), lent: z.int(), idle: z.int(), waiting: z.int() })),
  }),
  database: z.object({
    /** The server's own, or another that DATABASE_URL names. */
    isOwn: z.boolean(),
    bytes: z.int(),
    /** Free space on the disk of the server's own database. */
    freeBytes: z.nullable(z.int()),
  }),
  openSales: z.object({ waiting: openSalesSchema, overspend: openSalesSchema, review: openSalesSchema }),
  devices: z.object({
    inUse: z.int(),
    owing: z.int(),
    silent: z.int(),
    /** Devices with program faults within a day. */
    faulty: z.int(),
  }),
  /** Hand-overs that are not received after more than a day. */
  handOversOverdue: z._default(z.object({ count: z.int(), total: balanceField }), {
    count: 0,
    total: toAmount(0),
  }),
  /** Movements that the day sums do not include yet. */
  fold: z.object({ movements: z.int(), oldestAt: z.nullable(instantField) }),
  /** The log is archived continuously, so that any moment can be restored. */
  isArchiving: z.boolean(),
  checks: z.object({
    copy: z.nullable(checkSchema),
    archive: z.nullable(checkSchema),
    audit: z.nullable(checkSchema),
    drill: z.nullable(checkSchema),
  }),
});
export type ServerState = z.infer<typeof serverStateSchema>;

import * as z from 'zod/mini';
import { toAmount } from '#src/contract/brands.ts';
import { balanceField, instantField } from '#src/contract/fields.ts';

/** What is looked at from time to time, and what came of the last time. */
export const checkNames = ['copy', 'archive', 'audit', 'drill'] as const;
export type CheckName = (typeof checkNames)[number];

const checkSchema = z.object({
  /** when it ended; of the archive: up to where it reaches */
  at: instantField,
  isOk: z.boolean(),
  /** what came of it, for the operator */
  words: z.string(),
});
export type Check = z.infer<typeof checkSchema>;

const openSalesSchema = z.object({
  count: z.int(),
  oldestAt: z.nullable(instantField),
  /** what no voucher covered, smallest unit shown */
  missing: balanceField,
});

/** What whoever runs the server looks at first. */
export const serverStateSchema = z.object({
  asOf: instantField,
  process: z.object({
    /** host and number, as the log says */
    name: z.string(),
    /** of the build, and of what it speaks */
    version: z.string(),
    wire: z.int(),
    runtime: z.string(),
    startedAt: instantField,
    /** purchases that wait for their statement */
    queue: z.int(),
    /** connections to the database */
    lanes: z.array(z.object({ lane: z.string(), lent: z.int(), idle: z.int(), waiting: z.int() })),
  }),
  database: z.object({
    /** the server's own, or another that DATABASE_URL names */
    isOwn: z.boolean(),
    bytes: z.int(),
    /** left on the disk of the server's own */
    freeBytes: z.nullable(z.int()),
  }),
  openSales: z.object({ waiting: openSalesSchema, overspend: openSalesSchema, review: openSalesSchema }),
  devices: z.object({
    inUse: z.int(),
    owing: z.int(),
    silent: z.int(),
    /** on which something went wrong in the program within a day */
    faulty: z.int(),
  }),
  /** hand-overs of cash that nobody has received for more than a day */
  handOversOverdue: z._default(z.object({ count: z.int(), total: balanceField }), {
    count: 0,
    total: toAmount(0),
  }),
  /** movements that the day sums do not hold yet */
  fold: z.object({ movements: z.int(), oldestAt: z.nullable(instantField) }),
  /** whether the log is archived all the time: then a moment can be put back */
  isArchiving: z.boolean(),
  checks: z.object({
    copy: z.nullable(checkSchema),
    archive: z.nullable(checkSchema),
    audit: z.nullable(checkSchema),
    drill: z.nullable(checkSchema),
  }),
});
export type ServerState = z.infer<typeof serverStateSchema>;

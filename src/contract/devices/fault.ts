import * as z from 'zod/mini';
import { instantField, deviceInstantField } from '#src/protocol/fields.ts';

/**
 * `error`, `rejection`: uncaught; `red-screen`: a screen could not be rendered; `storage`: the disk rejected
 * a write.
 */
export const faultKinds = ['error', 'rejection', 'red-screen', 'storage'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Kinds of faults that a device stores and sends at once. */
export const mostFaults = 20;

/**
 * A program fault on a device: its kind and place in the build, never its message, which may quote a name or
 * a code.
 */
export const deviceFaultSchema = z.object({
  kind: z.enum(faultKinds),
  /** Class of the error: "TypeError". */
  name: z.string().check(z.regex(/^[A-Za-z]\w{0,39}$/)),
  /** File of the build, line and column: "assets/scan-screen-DnbkI5-O.js:1:2034"; empty when unknown. */
  place: z.string().check(z.regex(/^(?:[\w./-]{1,80}(?::\d{1,7}){0,2})?$/)),
  appVersion: z.string().check(z.regex(/^[\w.+-]{0,40}$/)),
  /** Occurrences since it was last sent. */
  count: z.int().check(z.gte(1), z.lte(100_000)),
  lastAt: deviceInstantField,
});
export type DeviceFault = z.infer<typeof deviceFaultSchema>;

/** The same as stored by the server, dated by the server's clock. */
export const seenFaultSchema = z.object({
  /** One of `faultKinds`, or a later one. */
  kind: z.string(),
  name: z.string(),
  place: z.string(),
  appVersion: z.string(),
  count: z.int(),
  firstAt: instantField,
  lastAt: instantField,
});

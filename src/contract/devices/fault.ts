import * as z from 'zod/mini';
import { instantField } from '../fields.ts';
import { deviceInstantField } from './device-fields.ts';

/**
 * `error`, `rejection`: nobody caught it; `red-screen`: a screen could not be drawn; `storage`: the disk did not take what was
 * to be written.
 */
export const faultKinds = ['error', 'rejection', 'red-screen', 'storage'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** So many kinds of faults a device keeps and sends at once. */
export const mostFaults = 20;

/**
 * A fault of the program on a device. What it was and where in the build, and never what it said: a message may quote a
 * name or a code.
 */
export const deviceFaultSchema = z.object({
  kind: z.enum(faultKinds),
  /** the class of the error: "TypeError" */
  name: z.string().check(z.regex(/^[A-Za-z]\w{0,39}$/)),
  /** file of the build, line and column: "assets/scan-screen-DnbkI5-O.js:1:2034"; empty: not known */
  place: z.string().check(z.regex(/^(?:[\w./-]{1,80}(?::\d{1,7}){0,2})?$/)),
  appVersion: z.string().check(z.regex(/^[\w.+-]{0,40}$/)),
  /** since it was last sent */
  count: z.int().check(z.gte(1), z.lte(100_000)),
  lastAt: deviceInstantField,
});
export type DeviceFault = z.infer<typeof deviceFaultSchema>;

/** The same as the server has it; its own clock. */
export const seenFaultSchema = z.object({
  /** one of `faultKinds`, or a later one */
  kind: z.string(),
  name: z.string(),
  place: z.string(),
  appVersion: z.string(),
  count: z.int(),
  firstAt: instantField,
  lastAt: instantField,
});
export type SeenFault = z.infer<typeof seenFaultSchema>;

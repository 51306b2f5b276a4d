import * as z from 'zod/mini';
import { userTypeSchema } from '#src/contract/accounts/user-type.ts';
import { anyAmountField, anyMarketCodeField, anyOpIdField, atMost, textField } from '#src/contract/fields.ts';
import { typedMarketCodeField } from '#src/contract/markets/market-code.ts';
import { balanceField, idField, instantField, statedField } from '#src/protocol/fields.ts';
import { offlineLimitsSchema } from '#src/protocol/keys.ts';
import { seenFaultSchema } from './fault.ts';

/** Raw P-256 point (65 bytes) or P1363 signature (64 bytes), base64url without padding. */
const base64UrlField = z.string().check(atMost(100), z.regex(/^[\w-]+$/));

export const maxDeviceNameLength = 40;

/**
 * inscribir: the signed-in RECARGA or ESTANTE requests to work on this device. Its market approves at once by
 * a one-time code, or in its list of devices, which shows the same six digits as this screen. Repeating the
 * request changes nothing and returns the decision.
 */
export const enrolCommandSchema = z.object({
  deviceId: idField,
  name: textField(maxDeviceNameLength),
  publicKey: base64UrlField,
  /** Signature of enrolText (protocol/signed-texts.ts) by that key. */
  proof: base64UrlField,
  /**
   * Present position of the device's journal: earlier operations were delivered with the person's token and
   * are not owed.
   */
  journal: z.optional(
    z.object({ lastSeq: z.int().check(z.gte(0)), headHash: z.string().check(z.maxLength(64)) }),
  ),
  /** The market's permission, typed or scanned. */
  marketCode: z.optional(typedMarketCodeField),
});
export type EnrolCommand = z.infer<typeof enrolCommandSchema>;

/**
 * A person's request for a device. `digits`: those that the market saw, so that it never approves another
 * request.
 */
export const bindingTargetSchema = z.object({
  id: idField,
  operatorId: idField,
  digits: z.string().check(z.regex(/^\d{6}$/)),
});
export type BindingTarget = z.infer<typeof bindingTargetSchema>;

export const deviceTargetSchema = z.object({ id: idField });
export const deviceRenameSchema = z.object({ id: idField, name: textField(maxDeviceNameLength) });

/**
 * gap: missing numbers; fork: two operations with one number; chain: a hash that does not follow; the others
 * as named.
 */
export const incidentKinds = [
  'gap',
  'fork',
  'chain',
  'changed-body',
  'bad-signature',
  'foreign-device',
  'clock',
] as const;
export type IncidentKind = (typeof incidentKinds)[number];
export const incidentSchema = z.object({
  kind: z.enum(incidentKinds),
  seq: z.int(),
  opId: anyOpIdField,
  noticedAt: instantField,
});

export const deviceSchema = z.object({
  _id: z.string(),
  name: z.string(),
  marketName: z.string(),
  globalMarketId: anyMarketCodeField,
  operators: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      userType: userTypeSchema,
      /** Digits also shown on the device while the market has not decided; empty afterwards. */
      digits: z._default(z.string(), ''),
    }),
  ),
  enrolledAt: instantField,
  revokedAt: z.nullable(instantField),
  lastSeenAt: z.nullable(instantField),
  /** Head of the journal on the server. */
  ackSeq: z.int(),
  /** Missing numbers below the head or reported by the device; at most 50 are listed. */
  owes: z.object({ count: z.int(), seqs: z.array(z.int()) }),
  /** Unsettled operations as last reported by the device, and their total in the smallest unit shown. */
  reported: z.object({ lastSeq: z.int(), openCount: z.int(), openSum: anyAmountField }),
  /** Server clock minus device clock, ms. */
  clockSkewMs: z.int(),
  appVersion: z.string(),
  storage: z.string(),
  snapshotAsOf: z.nullable(instantField),
  incidents: z.array(incidentSchema),
  /** Program faults there, newest first. Absent from an older server. */
  faults: z.optional(z.array(seenFaultSchema)),
});
export type Device = z.infer<typeof deviceSchema>;
export const deviceListSchema = z.array(deviceSchema);

export const offlineLimitsCommandSchema = z.object({
  perVoucher: statedField,
  perDevice: statedField,
  snapshotHours: z.int().check(z.gte(1), z.lte(720)),
  kioskVoucher: statedField,
  kioskTotal: statedField,
  /** Absent from an older page: unchanged. */
  foreignVoucher: z.optional(statedField),
});
export type OfflineLimitsCommand = z.infer<typeof offlineLimitsCommandSchema>;

/** The limits with their worst cost: enrolled stall devices times limit (docs/security.md). */
export const exposureSchema = z.object({
  limits: offlineLimitsSchema,
  stallDevices: z.int(),
  /** Largest balance of an active voucher of the region. */
  largestBalance: balanceField,
  /** Worst overspend of one voucher: devices x min(perVoucher, largestBalance). */
  worstPerVoucher: balanceField,
  /** Worst overspend while no device has a link: devices x perDevice. */
  worstTotal: balanceField,
});
export type Exposure = z.infer<typeof exposureSchema>;

/** A device from which operations since the restored copy are expected. */
const returningDeviceSchema = z.object({
  _id: z.string(),
  /** Empty: the copy does not know the device, which must be enrolled again. */
  name: z.string(),
  marketName: z.string(),
  lastSeenAt: z.nullable(instantField),
  /** When everything it wrote had arrived; null while it still has to report. */
  returnedAt: z.nullable(instantField),
  /** Numbers that it has reported but not sent yet. */
  owes: z.int(),
  /** Recorded operations that wait for another device's top-up. */
  waiting: z.int(),
  /**
   * Top-ups and sales that came back by their sealed receipts, and their total in the smallest unit shown.
   */
  recovered: z.int(),
  recoveredSum: anyAmountField,
});

/** State since the last restore from an older copy. */
export const afterRestoreSchema = z.object({
  /** Null when the database was never restored. */
  since: z.nullable(instantField),
  /** restored: by the operator of the server; noticed: a device showed a receipt that the database lacks. */
  reason: z.enum(['first', 'restored', 'noticed']),
  devices: z.array(returningDeviceSchema),
});
export type AfterRestore = z.infer<typeof afterRestoreSchema>;

import * as z from 'zod/mini';
import { userTypeSchema } from '#src/contract/accounts/user-type.ts';
import {
  amountField,
  anyAmountField,
  anyMarketCodeField,
  anyOpIdField,
  atMost,
  balanceField,
  idField,
  instantField,
  textField,
} from '#src/contract/fields.ts';
import { typedMarketCodeField } from '#src/contract/markets/market-code.ts';
import { seenFaultSchema } from './fault.ts';

/** Raw P-256 point (65 bytes) or P1363 signature (64 bytes), base64url without padding. */
const base64UrlField = z.string().check(atMost(100), z.regex(/^[\w-]+$/));

export const maxDeviceNameLength = 40;

/**
 * inscribir: the signed-in RECARGA or ESTANTE asks to work on this device. Its market decides: at once by a one-time code of
 * its own, else in its list of devices, where the same six digits stand as on this screen. Asking again changes nothing, and
 * says whether it was decided.
 */
export const enrolCommandSchema = z.object({
  deviceId: idField,
  name: textField(maxDeviceNameLength),
  publicKey: base64UrlField,
  /** signature of enrolText (domain/device-proof.ts) by that key */
  proof: base64UrlField,
  /**
   * where the device's journal stands already: operations before this were delivered with the person's token and are
   * not owed
   */
  journal: z.optional(
    z.object({ lastSeq: z.int().check(z.gte(0)), headHash: z.string().check(z.maxLength(64)) }),
  ),
  /** the market's permission, typed or scanned */
  marketCode: z.optional(typedMarketCodeField),
});
export type EnrolCommand = z.infer<typeof enrolCommandSchema>;

/** Who asked to work on which device. `digits`: those that the market saw, so that it never approves another request. */
export const bindingTargetSchema = z.object({
  id: idField,
  operatorId: idField,
  digits: z.string().check(z.regex(/^\d{6}$/)),
});
export type BindingTarget = z.infer<typeof bindingTargetSchema>;

export const deviceTargetSchema = z.object({ id: idField });
export const deviceRenameSchema = z.object({ id: idField, name: textField(maxDeviceNameLength) });

/**
 * gap: numbers missing; fork: one number, two operations; chain: a hash that does not follow; operator: without the signature of
 * the person it names; the rest as they say.
 */
export const incidentKinds = [
  'gap',
  'fork',
  'chain',
  'changed-body',
  'bad-signature',
  'foreign-device',
  'clock',
  'operator',
] as const;
export type IncidentKind = (typeof incidentKinds)[number];
export const incidentSchema = z.object({
  kind: z.enum(incidentKinds),
  seq: z.int(),
  opId: anyOpIdField,
  noticedAt: instantField,
});
export type Incident = z.infer<typeof incidentSchema>;

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
      /** the market has not decided yet: these digits stand on the device's screen too; empty once it has */
      digits: z._default(z.string(), ''),
      /** has a key of their own here, under their PIN: what they do is signed by it too */
      signs: z.optional(z.boolean()),
    }),
  ),
  enrolledAt: instantField,
  revokedAt: z.nullable(instantField),
  lastSeenAt: z.nullable(instantField),
  /** head of the journal as the server has it */
  ackSeq: z.int(),
  /** numbers below the head, or reported by the device, that the server does not have; at most 50 named */
  owes: z.object({ count: z.int(), seqs: z.array(z.int()) }),
  /** as last reported by the device: operations not settled, and their sum in the smallest unit shown */
  reported: z.object({ lastSeq: z.int(), openCount: z.int(), openSum: anyAmountField }),
  /** server clock less device clock, ms */
  clockSkewMs: z.int(),
  appVersion: z.string(),
  storage: z.string(),
  snapshotAsOf: z.nullable(instantField),
  incidents: z.array(incidentSchema),
  /** what went wrong in the program there, newest first; absent: an older server */
  faults: z.optional(z.array(seenFaultSchema)),
});
export type Device = z.infer<typeof deviceSchema>;
export const deviceListSchema = z.array(deviceSchema);

/** What a market allows without a link. Amounts in the smallest unit shown. */
export const offlineLimitsSchema = z.object({
  version: z.int(),
  perVoucher: balanceField,
  perDevice: balanceField,
  snapshotHours: z.int(),
  warnHours: z.int(),
  /** one top-up of a kiosk without a link */
  kioskVoucher: balanceField,
  /** all top-ups of a kiosk that the server does not know yet */
  kioskTotal: balanceField,
  /** one voucher of another market that is not in the tablet's list; absent, of a server of before: none is taken */
  foreignVoucher: z.optional(balanceField),
  /** most that a voucher with a PIN gives without it, and any voucher without a link; older servers leave it out */
  pinAbove: z.optional(balanceField),
  /** least that a stall's device may accept in all; older servers leave it out */
  stallFloor: z.optional(balanceField),
  /** whose they are, said to a device; servers of before did not say */
  marketId: z.optional(z.string().brand<'MarketId', 'inout'>()),
});
export type OfflineLimits = z.infer<typeof offlineLimitsSchema>;
export const offlineLimitsCommandSchema = z.object({
  perVoucher: balanceField,
  perDevice: balanceField,
  snapshotHours: z.int().check(z.gte(1), z.lte(720)),
  kioskVoucher: balanceField,
  kioskTotal: balanceField,
  /** these three absent, of an older page: as they were */
  foreignVoucher: z.optional(balanceField),
  pinAbove: z.optional(balanceField),
  stallFloor: z.optional(balanceField),
});
export type OfflineLimitsCommand = z.infer<typeof offlineLimitsCommandSchema>;

/** The limits with what they can cost: enrolled stall devices times limit (docs/security.md). */
export const exposureSchema = z.object({
  limits: offlineLimitsSchema,
  stallDevices: z.int(),
  /** largest balance of an active voucher of the region */
  largestBalance: balanceField,
  /** worst overspend of one voucher: devices x min(perVoucher, pinAbove, largestBalance) */
  worstPerVoucher: balanceField,
  /** worst overspend while no device has a link: the sum of the devices' limits */
  worstTotal: balanceField,
  /** stalls with a device, largest limit first; `usual` is the median day, null before the third; older servers leave it out */
  stalls: z.optional(
    z.array(
      z.object({
        _id: z.string(),
        estanteName: z.string(),
        devices: z.int(),
        usual: z.nullable(balanceField),
        limit: balanceField,
      }),
    ),
  ),
});
export type Exposure = z.infer<typeof exposureSchema>;

const issuingKeySchema = z.object({ kid: z.int(), publicKey: z.string(), retired: z.boolean() });

/** A kiosk that may issue vouchers without a link; `sig` by the issuing key `kid` over certificateText. */
export const kioskCertificateSchema = z.object({
  deviceId: z.string(),
  marketId: z.string().brand<'MarketId', 'inout'>(),
  publicKey: z.string(),
  notAfter: instantField,
  maxVoucher: amountField,
  kid: z.int(),
  sig: z.string(),
});
export type KioskCertificate = z.infer<typeof kioskCertificateSchema>;

/** The published key set: what a stall needs to trust a voucher without a link. */
export const keySetSchema = z.object({
  asOf: instantField,
  keys: z.array(issuingKeySchema),
  kiosks: z.array(kioskCertificateSchema),
  revokedDevices: z.array(z.string()),
  /** how long vouchers live, as domain/voucher/voucher-validity.ts has it; servers of before did not say */
  days: z._default(z.int(), 0),
  dayStartMs: z._default(z.int(), 0),
  /** raw point of P-256, base64url: rescued outboxes are closed for it; servers of before have none */
  rescueKey: z.optional(z.string()),
});
export type KeySet = z.infer<typeof keySetSchema>;

import * as z from 'zod/mini';
import { amountField, balanceField, instantField } from './fields.ts';

/** Published by the server for devices without a link: the limits of their market, and the keys to trust. */

/** A market's limits without a link. Amounts in the smallest unit shown. */
export const offlineLimitsSchema = z.object({
  version: z.int(),
  perVoucher: balanceField,
  perDevice: balanceField,
  snapshotHours: z.int(),
  warnHours: z.int(),
  /** One offline top-up of a kiosk. */
  kioskVoucher: balanceField,
  /** All top-ups of a kiosk that the server does not know yet. */
  kioskTotal: balanceField,
  /**
   * One voucher of another market that is not in the tablet's list. Absent from an older server: none is
   * accepted.
   */
  foreignVoucher: z.optional(balanceField),
  /** Their market, for a device. Absent from older servers. */
  marketId: z.optional(z.string().brand<'MarketId', 'inout'>()),
});
/** Limits as parsed; hours and amounts are whole numbers. */
export type OfflineLimits = z.infer<typeof offlineLimitsSchema>;

/** Raw P-256 point, base64url. A retired key signs nothing new; its signatures stay valid. */
const issuingKeySchema = z.object({ kid: z.int(), publicKey: z.string(), retired: z.boolean() });

/** A kiosk that may issue vouchers offline. `sig`: by the issuing key `kid` over certificateText. */
export const kioskCertificateSchema = z.object({
  deviceId: z.string(),
  marketId: z.string().brand<'MarketId', 'inout'>(),
  publicKey: z.string(),
  notAfter: instantField,
  maxVoucher: amountField,
  kid: z.int(),
  sig: z.string(),
});
/** A certificate as parsed: `notAfter` is ISO 8601 UTC, `maxVoucher` in the smallest unit shown. */
export type KioskCertificate = z.infer<typeof kioskCertificateSchema>;

/** The published key set, with which a stall can trust a voucher offline. */
export const keySetSchema = z.object({
  asOf: instantField,
  keys: z.array(issuingKeySchema),
  kiosks: z.array(kioskCertificateSchema),
  revokedDevices: z.array(z.string()),
  /** Lifetime of vouchers, as in voucher-end.ts. Absent from older servers. */
  days: z._default(z.int(), 0),
  dayStartMs: z._default(z.int(), 0),
  /** Raw P-256 point, base64url, for which rescued outboxes are sealed. Absent from older servers. */
  rescueKey: z.optional(z.string()),
  /** Host in the links of this installation's codes. Absent from older servers. */
  codeHost: z.optional(z.string()),
});
/** The key set as parsed, with the defaults of fields that older servers lack. */
export type KeySet = z.infer<typeof keySetSchema>;

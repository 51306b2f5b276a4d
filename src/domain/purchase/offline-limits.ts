import { toAmount } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/device.ts';

/** What a market allows without a link until it says otherwise. Smallest unit shown. */
export const defaultOfflineLimits: OfflineLimits = {
  version: 1,
  perVoucher: toAmount(50_000),
  perDevice: toAmount(1_000_000),
  snapshotHours: 72,
  warnHours: 4,
  kioskVoucher: toAmount(100_000),
  kioskTotal: toAmount(1_000_000),
};

/** A sale that waits longer than this for its top-up needs somebody to look for the kiosk. */
export const conflictAlarmMs = 24 * 3_600_000;

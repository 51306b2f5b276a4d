import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet, readLimits, readSyncStatus } from '#src/client/local/device/server-config.ts';
import { summarizeOutbox } from '#src/client/local/outbox/read-outbox.ts';
import type { Pesos } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';

/** How this device stands, for its own screen. Times: ms since 1970. Amounts in the smallest unit shown. */
export type DeviceFacts = {
  /** `none`: not enrolled, or not answered yet */
  state: 'none' | 'active' | 'revoked';
  deviceId: string;
  name: string;
  lastSeq: number;
  ackSeq: number;
  /** numbers the server said it does not have */
  owed: number;
  openCount: number;
  openSum: Pesos;
  /** server clock less device clock, ms; null when they never spoke */
  clockOffset: number | null;
  /** server clock, 0: none */
  listAsOf: number;
  keysAsOf: number;
  /** this kiosk may sign vouchers: its certificate is in the stored key set */
  hasOwnCertificate: boolean;
  limits: OfflineLimits | null;
  /** why the server did not take the device's last call, empty when it did */
  trouble: string;
};

/** Read one after another and not in one transaction: a screen that is a moment behind itself does no harm. */
export async function readDeviceFacts(db: MoneyDb): Promise<DeviceFacts> {
  const enrolment = await readEnrolment(db);
  const device = await db.device.get('self');
  const keys = await readKeySet(db);
  const { openCount, openSum } = await summarizeOutbox(db);
  const lastSeq = device?.lastSeq ?? 0;
  const ackSeq = enrolment?.ackSeq ?? 0;
  const isHeard = device?.clockSamples !== undefined;
  return {
    state: !enrolment || enrolment.state === 'asked' ? 'none' : enrolment.state,
    deviceId: enrolment?.deviceId ?? '',
    name: enrolment?.name ?? '',
    lastSeq,
    ackSeq,
    owed: (enrolment?.missing.length ?? 0) + Math.max(0, lastSeq - ackSeq),
    openCount,
    openSum,
    clockOffset: isHeard ? device.clockOffset : null,
    listAsOf: (await readSyncStatus(db)).listAsOf,
    keysAsOf: keys ? Date.parse(keys.asOf) : 0,
    hasOwnCertificate: keys?.kiosks.some(({ deviceId }) => deviceId === enrolment?.deviceId) ?? false,
    limits: await readLimits(db),
    trouble: enrolment?.trouble ?? '',
  };
}

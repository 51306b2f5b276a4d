import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { readKeySet, readLimits, readSyncStatus } from '#src/client/local/device/server-config.ts';
import { summarizeOutbox } from '#src/client/local/outbox/read-outbox.ts';
import type { Pesos } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';

/** State of this device, for its own screen. Times: ms since 1970. Amounts in the smallest unit shown. */
export type DeviceFacts = {
  /** `none`: not enrolled, or without an answer yet. */
  state: 'none' | 'active' | 'revoked';
  deviceId: string;
  name: string;
  lastSeq: number;
  ackSeq: number;
  /** Numbers that the server reported as missing. */
  owed: number;
  openCount: number;
  openSum: Pesos;
  /** Server clock minus device clock, ms; null before the first contact. */
  clockOffset: number | null;
  /** Server clock; 0 for none. */
  listAsOf: number;
  keysAsOf: number;
  /** This kiosk may sign vouchers: its certificate is in the stored key set. */
  hasOwnCertificate: boolean;
  limits: OfflineLimits | null;
  /** Why the server rejected the device's last call; empty after success. */
  trouble: string;
};

/** Sequential reads without a transaction: a screen may be a moment out of date. */
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

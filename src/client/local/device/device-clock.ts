import type { MoneyDb } from '#src/client/local/money-db.ts';
import type { DeviceRow } from '#src/client/local/rows.ts';

/** The device's clock corrected by what the server said, ms since 1970. */
export function correctedNow(device: DeviceRow | undefined, now: number): number {
  return now + (device?.clockOffset ?? 0);
}

/** The latest moment seen, on the corrected clock; 0: none. */
export function latestSeenBy(device: DeviceRow | undefined): number {
  return device?.latestSeen ?? 0;
}

/**
 * The server named its time: the device's clock is judged by it from now on. What a wrong clock had claimed to have seen is
 * forgotten with it; an answer that arrives late, older than one before, changes nothing.
 */
export async function noteServerTime(
  db: MoneyDb,
  serverTime: number,
  now: number,
  newDeviceId: string,
): Promise<void> {
  await db.transaction('rw', db.device, async () => {
    const device = (await db.device.get('self')) ?? firstDeviceRow(newDeviceId);
    if (serverTime < (device.serverTime ?? 0)) return;
    await db.device.put({ ...device, clockOffset: serverTime - now, latestSeen: serverTime, serverTime });
  });
}

export function firstDeviceRow(deviceId: string): DeviceRow {
  return { id: 'self', deviceId, lastSeq: 0, headHash: '', clockOffset: 0 };
}

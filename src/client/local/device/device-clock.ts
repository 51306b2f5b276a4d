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

/** A call in which the server named its time, ms since 1970. `sentAt`, `now`: the device's clock before and after it. */
export type TimedCall = { serverTime: number; sentAt: number; now: number };

/**
 * The server named its time: the device's clock is judged by it from now on. What a wrong clock had claimed to have seen is
 * forgotten with it; an answer that arrives late, older than one before, changes nothing. A tablet may sleep for days between
 * answer and reading: all that is known is that the server's moment lies within the call, so the offset moves only as far as
 * that demands. Taking the answer for new would put the clock back by the sleep, and make an old list of balances young.
 */
export async function noteServerTime(
  db: MoneyDb,
  { serverTime, sentAt, now }: TimedCall,
  newDeviceId: string,
): Promise<void> {
  await db.transaction('rw', db.device, async () => {
    const device = (await db.device.get('self')) ?? firstDeviceRow(newDeviceId);
    if (serverTime < (device.serverTime ?? 0)) return;
    // Where the clock was set back during the call, the end counts: it is never earlier than what the server named.
    const clockOffset = Math.max(serverTime - now, Math.min(device.clockOffset, serverTime - sentAt));
    const latestSeen = Math.max(serverTime, Math.min(latestSeenBy(device), now + clockOffset));
    await db.device.put({ ...device, clockOffset, latestSeen, serverTime });
  });
}

export function firstDeviceRow(deviceId: string): DeviceRow {
  return { id: 'self', deviceId, lastSeq: 0, headHash: '', clockOffset: 0 };
}

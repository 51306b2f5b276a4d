import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ClockSample, DeviceRow } from '#src/client/local/db/rows.ts';

/** The device's clock corrected by what the server said, ms since 1970. */
export function correctedNow(device: DeviceRow | undefined, now: number): number {
  return now + (device?.clockOffset ?? 0);
}

/** Whether the server's time has been measured here at all. */
export async function isClockJudged(db: MoneyDb): Promise<boolean> {
  return (await db.device.get('self'))?.clockSamples !== undefined;
}

/** The latest moment seen, on the corrected clock; 0: none. */
export function latestSeenBy(device: DeviceRow | undefined): number {
  return device?.latestSeen ?? 0;
}

/** A time that nobody can set: it only goes on, ms. `since`: what it counts from, another one in every page. */
export type SteadyTime = { since: number; ms: number };

/** A call as the device's two clocks measured it: `sentAt` and `receivedAt` by the one that people set, ms since 1970. */
export type RoundTrip = { sentAt: number; receivedAt: number; tookMs: number; steady: SteadyTime };

/** Runs a call and measures it. */
export async function timeCall<Value>(
  clock: { now(): number; steady(): SteadyTime },
  call: () => Promise<Value>,
): Promise<{ value: Value; trip: RoundTrip }> {
  const [sentAt, begun] = [clock.now(), clock.steady()];
  const value = await call();
  const [receivedAt, steady] = [clock.now(), clock.steady()];
  return { value, trip: { sentAt, receivedAt, tookMs: steady.ms - begun.ms, steady } };
}

/** An answer that took longer says too little of the moment it was given, ms. */
const longestTripMs = 30_000;
/** By how much the two clocks may differ over one call, ms: more is a sleep, or somebody who set the clock. */
const driftMs = 2_000;
/** Two answers of one server whose offsets differ by more, ms: the device's clock was set between them. */
const setMs = 15_000;
/** From this error on the clock is corrected, ms; a slow call corrects it only beyond what the call leaves open. */
const correctedFromMs = 2_000;
/** So many answers vote. */
const votes = 5;

/**
 * The server named its time: the device's clock is judged by it. Only a short call says anything, measured by the clock that
 * nobody sets: a tablet that sleeps between answer and reading learns nothing. One answer alone changes nothing that others
 * have said: the middle one of the last five holds. When the server's time went on as it should and only the device's clock
 * jumped, the device's clock was set, and what was said before it counts no more. What was seen is never lowered but by
 * such a majority.
 */
export async function noteServerTime(
  db: MoneyDb,
  serverTime: number,
  trip: RoundTrip,
  newDeviceId: string,
): Promise<void> {
  const sample = sampleOf(serverTime, trip);
  if (!sample) return;
  await db.transaction('rw', db.device, async () => {
    const device = (await db.device.get('self')) ?? firstDeviceRow(newDeviceId);
    const before = device.clockSamples ?? [];
    const wasSet = before.some(
      (other) => isSameServer(other, sample) && Math.abs(other.offset - sample.offset) > setMs,
    );
    const clockSamples = [...(wasSet ? [] : before), sample].slice(-votes);
    const { offset, uncertainMs = 0 } = middleOf(clockSamples, sample);
    const isKept = Math.abs(offset - device.clockOffset) < Math.max(correctedFromMs, uncertainMs);
    const clockOffset = isKept ? device.clockOffset : offset;
    const corrected = trip.receivedAt + clockOffset;
    const latestSeen = isKept ? Math.max(latestSeenBy(device), corrected) : corrected;
    await db.device.put({ ...device, clockOffset, latestSeen, clockSamples });
  });
}

/** null when it says nothing of the time. */
function sampleOf(serverTime: number, { sentAt, receivedAt, tookMs, steady }: RoundTrip): ClockSample | null {
  const isShort = tookMs <= longestTripMs && Math.abs(receivedAt - sentAt - tookMs) <= driftMs;
  if (!isShort) return null;
  const answeredAgoMs = tookMs / 2;
  return {
    offset: Math.round(serverTime + answeredAgoMs - receivedAt),
    steadyOffset: Math.round(serverTime + answeredAgoMs - steady.ms),
    since: steady.since,
    uncertainMs: Math.round(answeredAgoMs),
  };
}

/** The server's time went on between the two as the steady clock did. */
function isSameServer(one: ClockSample, other: ClockSample): boolean {
  return one.since === other.since && Math.abs(one.steadyOffset - other.steadyOffset) <= longestTripMs;
}

/** The one with the middle offset, of two the smaller; `only` where there is no other. */
function middleOf(samples: readonly ClockSample[], only: ClockSample): ClockSample {
  const sorted = [...samples].sort((a, b) => a.offset - b.offset);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? only;
}

export function firstDeviceRow(deviceId: string): DeviceRow {
  return { id: 'self', deviceId, lastSeq: 0, headHash: '', clockOffset: 0 };
}

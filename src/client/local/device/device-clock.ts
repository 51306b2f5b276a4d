import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { ClockSample, DeviceRow } from '#src/client/local/db/rows.ts';

/** Returns the device's clock corrected by the server's, ms since 1970. */
export function correctedNow(device: DeviceRow | undefined, now: number): number {
  return now + (device?.clockOffset ?? 0);
}

/** Returns whether the server's time has ever been measured here. */
export async function isClockJudged(db: MoneyDb): Promise<boolean> {
  return (await db.device.get('self'))?.clockSamples !== undefined;
}

/** A monotonic clock that no user can set, ms. `since`: its origin, which differs in every page. */
export type SteadyTime = { since: number; ms: number };

/**
 * Duration of a call by both clocks of the device. `sentAt` and `receivedAt` are by the adjustable one, ms
 * since 1970.
 */
export type RoundTrip = { sentAt: number; receivedAt: number; tookMs: number; steady: SteadyTime };

/** Runs a call and measures its duration. */
export async function timeCall<Value>(
  clock: { now(): number; steady(): SteadyTime },
  call: () => Promise<Value>,
): Promise<{ value: Value; trip: RoundTrip }> {
  const [sentAt, begun] = [clock.now(), clock.steady()];
  const value = await call();
  const [receivedAt, steady] = [clock.now(), clock.steady()];
  return { value, trip: { sentAt, receivedAt, tookMs: steady.ms - begun.ms, steady } };
}

/** A longer call tells too little about the moment of its answer, ms. */
const longestTripMs = 30_000;
/**
 * Allowed difference of the two clocks over one call, ms. A larger one means that the device slept or its
 * clock was set.
 */
const driftMs = 2_000;
/** Two answers of one server whose offsets differ by more, ms: the device's clock was set between them. */
const setMs = 15_000;
/** The clock is corrected from this error on, ms; after a slow call only beyond that call's uncertainty. */
const correctedFromMs = 2_000;
/** Number of recent answers that vote. */
const votes = 5;

/**
 * Judges the device's clock by the time that the server reported. Only a short call counts, measured by the
 * monotonic clock, so a tablet that sleeps between answer and reading learns nothing. A single answer never
 * overrules others: the median of the last five holds. If the server's time advanced as expected and only the
 * device's clock jumped, the clock was set, and earlier samples are discarded. The latest moment seen is only
 * lowered by such a majority: a sale may have been placed while the clock was ahead.
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
    const { offset, uncertainMs } = middleOf(clockSamples, sample);
    const isKept = Math.abs(offset - device.clockOffset) < Math.max(correctedFromMs, uncertainMs);
    const clockOffset = isKept ? device.clockOffset : offset;
    const corrected = trip.receivedAt + clockOffset;
    const agreeing = clockSamples.filter((other) => Math.abs(other.offset - sample.offset) < correctedFromMs);
    const isSure = !isKept || agreeing.length > votes / 2;
    const latestSeen = isSure ? corrected : Math.max(device.latestSeen, corrected);
    await db.device.put({ ...device, clockOffset, latestSeen, clockSamples });
  });
}

/** Returns null when the call does not determine the time. */
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

/** Returns whether the server's time advanced between the two as the monotonic clock did. */
function isSameServer(one: ClockSample, other: ClockSample): boolean {
  return one.since === other.since && Math.abs(one.steadyOffset - other.steadyOffset) <= longestTripMs;
}

/** Returns the sample with the median offset, the smaller of two, or `only` when there is no other. */
function middleOf(samples: readonly ClockSample[], only: ClockSample): ClockSample {
  const sorted = [...samples].sort((a, b) => a.offset - b.offset);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? only;
}

export function firstDeviceRow(deviceId: string): DeviceRow {
  return { id: 'self', deviceId, lastSeq: 0, headHash: '', clockOffset: 0, latestSeen: 0 };
}

import { beforeEach, describe, expect, it } from 'vitest';
import { clockAheadMs, noteServerTime, onClockChange, serverNow } from '#src/client/state/server-clock.ts';

const day = 86_400_000;

describe("the server's clock", () => {
  beforeEach(() => {
    noteServerTime(Date.now());
  });

  it('gives the day on a device that is three days slow', () => {
    noteServerTime(Date.now() + 3 * day);
    expect(Math.abs(serverNow() - Date.now() - 3 * day)).toBeLessThan(1_000);
  });

  it('does not take a slow line for a wrong clock, and ignores invalid times', () => {
    for (const heard of [Date.now() - 90_000, Date.now() + 90_000, Number.NaN]) noteServerTime(heard);
    expect(clockAheadMs()).toBe(0);
  });

  it("is followed back when the device's clock is corrected, with one notification", () => {
    const heard: number[] = [];
    const stop = onClockChange(() => heard.push(clockAheadMs()));
    noteServerTime(Date.now() + 3 * day);
    noteServerTime(Date.now() + 3 * day + 5_000);
    noteServerTime(Date.now() + 400);
    stop();
    expect(heard).toEqual([expect.any(Number), 0]);
  });
});

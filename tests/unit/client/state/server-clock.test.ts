import { beforeEach, describe, expect, it } from 'vitest';
import { clockAheadMs, noteServerTime, onClockChange, serverNow } from '#src/client/state/server-clock.ts';

const day = 86_400_000;

describe('the clock of the server', () => {
  beforeEach(() => {
    noteServerTime(Date.now());
  });

  it('says which day it is on a device that is three days behind', () => {
    noteServerTime(Date.now() + 3 * day);
    expect(Math.abs(serverNow() - Date.now() - 3 * day)).toBeLessThan(1_000);
  });

  it('takes the seconds of a slow line for no wrong clock, and what is no time for nothing', () => {
    for (const heard of [Date.now() - 90_000, Date.now() + 90_000, Number.NaN]) noteServerTime(heard);
    expect(clockAheadMs()).toBe(0);
  });

  it('is followed back when the device is put right, and tells it once', () => {
    const heard: number[] = [];
    const stop = onClockChange(() => heard.push(clockAheadMs()));
    noteServerTime(Date.now() + 3 * day);
    noteServerTime(Date.now() + 3 * day + 5_000);
    noteServerTime(Date.now() + 400);
    stop();
    expect(heard).toEqual([expect.any(Number), 0]);
  });
});

import { describe, expect, it } from 'vitest';
import { createFailureThrottle, createKnownKeys } from '#src/server/http/failure-throttle.ts';

describe('failed attempts', () => {
  function open(points: number, seconds: number) {
    const clock = { now: 0 };
    const throttle = createFailureThrottle({ points, seconds }, () => clock.now);
    const fail = (key = 'a'): number => {
      const begun = throttle.begin(key);
      if ('end' in begun) begun.end('wrong');
      return begun.waitMs;
    };
    return { clock, throttle, fail };
  }

  it('are free at first, then each costs a wait that doubles up to a maximum', () => {
    const { clock, fail } = open(2, 30);
    expect([fail(), fail()]).toEqual([0, 0]);
    const waits = [1, 2, 3, 4].map(() => {
      const wait = fail();
      clock.now += wait;
      expect(fail()).toBe(0);
      return wait;
    });
    expect(waits).toEqual([5_000, 10_000, 20_000, 30_000]);
  });

  it('are forgotten after the window and after a success, separately for each key', () => {
    const { clock, throttle, fail } = open(1, 30);
    fail();
    expect([fail(), fail('b')]).toEqual([5_000, 0]);
    clock.now = 35_000;
    const begun = throttle.begin('a');
    if ('end' in begun) begun.end('right');
    expect(fail()).toBe(0);
    clock.now += 35_001;
    expect(fail()).toBe(0);
  });

  it('are counted until they are judged', () => {
    const { throttle, fail } = open(2, 30);
    const [one, two] = [throttle.begin('a'), throttle.begin('a')];
    expect(throttle.begin('a').waitMs).toBe(1_000);
    for (const begun of [one, two]) if ('end' in begun) begun.end('not-judged');
    expect([fail(), fail(), fail()]).toEqual([0, 0, 5_000]);
  });
});

describe('keys that succeeded before', () => {
  it('are remembered up to a number, most recently used first', () => {
    const known = createKnownKeys(2);
    for (const key of ['a', 'b', 'a', 'c']) known.add(key);
    expect(['a', 'b', 'c'].map((key) => known.has(key))).toEqual([true, false, true]);
  });
});

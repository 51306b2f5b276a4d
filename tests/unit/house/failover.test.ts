import { describe, expect, it } from 'vitest';
import { isRight, judge, type Attempt, type Recorded } from '#lab/failover/judge.ts';
import { lastRelease } from '#lab/failover/last-release.ts';

const topUp: Attempt = { key: 't', kind: 'top-up', voucherId: 'v', amount: 1_000, acknowledged: true };
const purchase: Attempt = { key: 'p', kind: 'purchase', voucherId: 'v', amount: 300, acknowledged: true };
const unanswered: Attempt = { key: 'u', kind: 'purchase', voucherId: 'v', amount: 50, acknowledged: false };
const movements: Recorded[] = [
  { reference: 't', kind: 'top-up', id: 'm1', amount: 1_000 },
  { reference: 'p', kind: 'purchase', id: 'm2', amount: 300 },
];
const [first, second] = movements;
const seen = new Set(['m1', 'm2']);
const judged = (recorded: Recorded[], balance: number, events: ReadonlySet<string> = seen) =>
  judge([topUp, purchase, unanswered], recorded, new Map([['v', balance]]), [events]);

describe('the judge of a fail-over', () => {
  it('finds nothing when every acknowledged operation exists once', () => {
    expect(isRight(judged(movements, 700))).toBe(true);
  });

  it('accepts an unanswered operation made at most once', () => {
    const third = { reference: 'u', kind: 'purchase', id: 'm3', amount: 50 };
    expect(isRight(judged([...movements, third], 650, new Set([...seen, 'm3'])))).toBe(true);
    expect(judged([...movements, third], 700).balancesOff).toBe(1);
  });

  it('names lost, doubled, unrequested, wrong and unshown operations', () => {
    expect(judged(movements.slice(0, 1), 1_000)).toMatchObject({ lost: 1, balancesOff: 0 });
    expect(judged(movements, 1_000)).toMatchObject({ balancesOff: 1 });
    expect(judged(movements, 700, new Set(['m1']))).toMatchObject({ eventsMissing: [1] });
    if (!first || !second) throw new Error('there are two');
    expect(judged([first, second, { ...second, id: 'm3' }], 700)).toMatchObject({ doubled: 1 });
    expect(judged([first, second, { ...second, id: 'm3', reference: 'x' }], 700)).toMatchObject({
      unasked: 1,
    });
    expect(judged([first, { ...second, amount: 299 }], 700)).toMatchObject({ lost: 1 });
  });
});

it('upgrades from the last release in the changelog', () => {
  const commit = 'a'.repeat(40);
  const text = `# Changes\n\n## Unreleased\n- x\n\n## 0.2.0, 2026-12-01, ${commit}\n- y\n\n## 0.1.0, 2026-11-23, ${'b'.repeat(40)}\n`;
  expect(lastRelease(text)).toEqual({ version: '0.2.0', commit });
  expect(lastRelease().commit).toMatch(/^[0-9a-f]{40}$/);
});

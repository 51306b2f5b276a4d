import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extraBeginnings } from '#scripts/month/extra-beginnings.ts';
import { percentMet } from '#scripts/month/rules-met.ts';
import type { MadeMonth } from '#tests/support/market/make-month.ts';

/** In a separate process, because the story replaces the clock and the UUIDs. */
function makeMonth(seed: number): Promise<MadeMonth> {
  const script = fileURLToPath(new URL('../support/market/make-month.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(script, [String(seed)], { execArgv: ['--import', 'tsx'] });
    child.once('message', (made) => resolve(made as MadeMonth));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the month ended with ${code}`)));
  });
}

describe('a generated month', () => {
  it('adds up, and is the same for the same seed', async () => {
    const first = await makeMonth(7);
    expect(first.findings).toEqual([]);
    expect(first.counts).toMatchObject({ purchases: 300 });
    for (const kind of [
      'topUps',
      'refused',
      'voids',
      'undone',
      'refunds',
      'reissues',
      'received',
      'payouts',
      'clearings',
      'overspends',
      'joins',
      'floats',
    ] as const)
      expect(first.counts[kind]).toBeGreaterThan(0);
    expect(Object.keys(first.counts.extras)).toEqual(Object.keys(extraBeginnings));
    for (const count of Object.values(first.counts.extras).flatMap((one) => Object.values(one)))
      expect(count).toBeGreaterThan(0);
    expect(await makeMonth(7)).toEqual(first);
  });

  it('meets the rules against fraud with at most one sale, and one top-up, in a hundred', async () => {
    const { met } = await makeMonth(8);
    expect(percentMet(met, 'sales')).toBeLessThanOrEqual(1);
    expect(percentMet(met, 'top-ups')).toBeLessThanOrEqual(1);
    expect(met.fullestTill).toBeGreaterThan(0);
  });
});

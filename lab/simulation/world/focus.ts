import { toAmount } from '#src/protocol/brands.ts';
import type { SimConfig } from './config.ts';

/**
 * Focus of a day. Chance alone seldom combines the conditions of some faults, so one day in three is arranged
 * around one thing; the rest is drawn as usual.
 */
export const focuses = [
  'a revoked stall',
  'a newer version',
  'a disk that forgets',
  'a long way without a link',
  'one paper',
  'losses',
  'two markets',
  'a liar',
  'a restore',
  'a clock that jumps',
] as const;
export type Focus = (typeof focuses)[number];

const focusEvery = 3;

/** By the seed alone, without dice. */
export function focusOf(seed: number): Focus | null {
  return seed % focusEvery === 0 ? (focuses[(seed / focusEvery) % focuses.length] ?? null) : null;
}

const roomy = { perVoucher: toAmount(60_000), perDevice: toAmount(400_000), snapshotHours: 72 };

const noDamage = { forgetting: 0, clockJump: 0, newerVersion: 0 };

/** Changes the drawn parameters to the day's focus. */
export function arrange(focus: Focus | null, config: SimConfig): void {
  const limits = { ...config.limits, ...roomy };
  const calm = { ...config.link, rate: Math.min(config.link.rate, 0.1), away: 0.2 };
  const changes: Record<Focus, Partial<SimConfig>> = {
    'a revoked stall': { ...noDamage, limits, stalls: 1 + (config.stalls % 2), decisions: 0 },
    'a newer version': { newerVersion: 0.5, secondTab: 0.4, crash: 0.3 },
    'a disk that forgets': { forgetting: 0.45 },
    'a long way without a link': {
      ...noDamage,
      limits,
      link: { ...config.link, away: 1 },
      batchSize: 100,
      phones: 0,
    },
    'one paper': {
      ...noDamage,
      limits,
      link: { ...calm, away: 0.5 },
      kiosks: 1,
      stalls: 1,
      phones: 0,
      decisions: 0,
    },
    losses: {
      ...noDamage,
      link: { ...config.link, away: 0.8 },
      limits,
      kiosks: 1,
      stalls: 2,
      phones: 0,
    },
    'two markets': { ...noDamage, markets: 2, kiosks: 2, stalls: 3, phones: 0 },
    'a liar': { ...noDamage, limits: { ...limits, perVoucher: toAmount(15_000) }, kiosks: 1 },
    'a restore': { ...noDamage, limits, link: calm, steps: 6, decisions: 0, crash: 0, freeze: 0 },
    'a clock that jumps': { clockJump: 0.6, limits, link: { ...config.link, away: 0.7 }, forgetting: 0 },
  };
  if (focus !== null) Object.assign(config, changes[focus]);
}

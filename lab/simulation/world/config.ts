import { linkFaults, noWeights, type LinkFault } from '#lab/simulation/machine/network.ts';
import type { Random } from '#lab/simulation/machine/random.ts';
import { toAmount } from '#src/protocol/brands.ts';
import type { OfflineLimits } from '#src/protocol/keys.ts';

/** Parameters of one run, drawn from its seed: each run has some kinds of trouble and lacks others. */
export type SimConfig = {
  markets: number;
  stalls: number;
  kiosks: number;
  phones: number;
  customers: number;
  steps: number;
  limits: OfflineLimits;
  link: { rate: number; weights: Record<LinkFault, number>; away: number };
  disk: { lostHandle: number; abort: number; quota: number };
  /** Probability per step. */
  crash: number;
  secondTab: number;
  /** The browser pauses a page for minutes and resumes it. */
  freeze: number;
  /** A newer version of the application was there for a while. */
  newerVersion: number;
  skewMs: number;
  clockJump: number;
  server: { failBeforeCommit: number; dieBeforeAnswer: number; restart: number };
  /** Probability per step of a decision on the server: block, revoke, remove, change limits. */
  decisions: number;
  /** The device's storage forgets: tail or everything. */
  forgetting: number;
  /** Leases in place of Web Locks. */
  hasLocks: boolean;
  /**
   * Operations per call: few, so that the next call is prepared while one is on its way, or the product's
   * maximum.
   */
  batchSize: number;
};

export function drawConfig(random: Random): SimConfig {
  const sometimes = (probability: number, most: number): number =>
    random.chance(probability) ? random.next() * most : 0;
  const weights = noWeights();
  for (const fault of linkFaults) weights[fault] = random.chance(0.5) ? random.next() : 0;
  const isLarge = random.chance(0.06);
  const isLong = random.chance(0.12);
  const config: SimConfig = {
    markets: random.chance(0.3) ? 2 : 1,
    stalls: isLarge ? 2 + random.int(2) : 1 + random.int(2),
    kiosks: random.chance(isLarge ? 0.5 : 0.15) ? 2 : 1,
    phones: random.chance(0.3) ? 1 : 0,
    customers: 1 + random.int(2),
    steps: isLarge ? 8 + random.int(10) : (isLong ? 8 : 3) + random.int(3),
    limits: {
      version: 1,
      perVoucher: toAmount(1_000 * (5 + random.int(45))),
      perDevice: toAmount(1_000 * (random.chance(0.4) ? 8 + random.int(20) : 40 + random.int(100))),
      snapshotHours: random.chance(0.3) ? 2 : 72,
      warnHours: 1,
      kioskVoucher: toAmount(1_000 * (10 + random.int(60))),
      kioskTotal: toAmount(1_000 * (20 + random.int(150))),
    },
    link: { rate: sometimes(0.6, 0.5), weights, away: random.next() },
    disk: {
      lostHandle: sometimes(0.15, 0.02),
      abort: sometimes(0.1, 0.02),
      quota: sometimes(0.1, 0.02),
    },
    crash: sometimes(0.5, 0.3),
    secondTab: sometimes(0.4, 0.3),
    freeze: sometimes(0.3, 0.3),
    newerVersion: sometimes(0.15, 0.2),
    skewMs: random.chance(0.5) ? (random.next() - 0.5) * 4 * 3_600_000 : 0,
    clockJump: sometimes(0.25, 0.1),
    server: {
      failBeforeCommit: sometimes(0.25, 0.2),
      dieBeforeAnswer: sometimes(0.25, 0.2),
      restart: sometimes(0.2, 0.1),
    },
    decisions: sometimes(0.5, 0.3),
    forgetting: sometimes(0.1, 0.1),
    hasLocks: random.chance(0.6),
    batchSize: random.chance(0.4) ? 2 + random.int(4) : 100,
  };
  // Without dice.
  const foreignVoucher = toAmount(config.limits.kioskTotal % 2_000 === 0 ? 0 : 4_000);
  return { ...config, limits: { ...config.limits, foreignVoucher } };
}

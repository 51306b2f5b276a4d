import { createRandom, type Random } from './random.ts';

/** Events around devices and links, with separate dice, so that a seed's other draws stay the same. */
export type OutsideTrouble = {
  dice: Random;
  /** Steps before which the database's clock jumps ahead, and back; null when it is right. */
  aheadAt: number | null;
  backAt: number | null;
  hasJumped: boolean;
  /** It jumped in this step, or no process has measured it since. */
  isJumpFresh: boolean;
  /** Time of the last jump, ms of the event loop. */
  jumpedAt: number;
  /** People sign out of their devices, and some have their password reset. */
  hasAbsences: boolean;
  /** Customers are deleted, the maximum top-up is lowered, the server's key is rotated, disks stay full. */
  hasSettings: boolean;
  /** As seen by the judge of times. */
  judgedTimes: number;
  latest: number;
};

export function drawOutside(seed: number): OutsideTrouble {
  const dice = createRandom(seed ^ 0xc10c5);
  const jumps = dice.chance(0.12);
  const aheadAt = jumps ? dice.int(4) : null;
  return {
    dice,
    aheadAt,
    backAt: aheadAt === null ? null : aheadAt + 1 + dice.int(3),
    hasJumped: false,
    isJumpFresh: false,
    jumpedAt: Number.NEGATIVE_INFINITY,
    hasAbsences: dice.chance(0.2),
    hasSettings: dice.chance(0.15),
    judgedTimes: 0,
    latest: 0,
  };
}

import { createRandom, type Random } from './random.ts';

/** What happens around devices and links, with dice of its own: what else a seed draws stays the same. */
export type OutsideTrouble = {
  dice: Random;
  /** steps before which the clock of the database jumps ahead, and back; null when it is right */
  aheadAt: number | null;
  backAt: number | null;
  hasJumped: boolean;
  /** it jumped in this step, or nobody has measured it since */
  isJumpFresh: boolean;
  /** people sign out of their devices, and some have their password reset */
  hasAbsences: boolean;
  /** the market pays, counts, voids, reissues and unblocks while the day goes on */
  hasStaff: boolean;
  /** customers are deleted, the most of a top-up is lowered, the server's key is changed, disks stay full */
  hasSettings: boolean;
  /** as the judge of times has seen them */
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
    hasAbsences: dice.chance(0.2),
    hasStaff: dice.chance(0.35),
    hasSettings: dice.chance(0.15),
    judgedTimes: 0,
    latest: 0,
  };
}

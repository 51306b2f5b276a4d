import { createRandom, type Random } from './random.ts';

/** Events around devices and links, with separate dice, so that a seed's other draws stay the same. */
export type OutsideTrouble = {
  dice: Random;
  /** People sign out of their devices, and some have their password reset. */
  hasAbsences: boolean;
  /** Customers are deleted, the maximum top-up is lowered, the server's key is rotated, disks stay full. */
  hasSettings: boolean;
};

export function drawOutside(seed: number): OutsideTrouble {
  const dice = createRandom(seed ^ 0xc10c5);
  return { dice, hasAbsences: dice.chance(0.2), hasSettings: dice.chance(0.15) };
}

import { createRandom } from '#lab/simulation/machine/random.ts';
import type { DeviceKind } from './device.ts';
import type { SimWorld } from './world.ts';

/**
 * One world in four has tablets whose clocks are off by seconds, too little to notice: by how much, ms. Null
 * for the drawn seconds.
 */
export function secondsOff(world: SimWorld, kind: DeviceKind): number | null {
  const dice = createRandom((world.seed * 43 + 5) ^ (world.devices.length * 6_151));
  const isMeant = createRandom(world.seed * 43 + 5).chance(0.25);
  if (!isMeant || kind !== 'stall') return null;
  world.reach('a clock off by seconds');
  return (dice.chance(0.8) ? 1 : -1) * (2_000 + dice.int(13_000));
}

import type { Damage } from './damage.ts';

/**
 * Maps the pixel (x, y) of the frame to a place in the code, 0 to 1 in both directions; outside is off the
 * paper.
 */
export type Placement = (x: number, y: number) => readonly [u: number, v: number];

/** The code in the middle of the frame, rotated, then tilted about a vertical axis, seen by a camera in perspective. */
export function placeCode({ width, height, sidePx, rotation, tilt }: Damage): Placement {
  const focal = 1.1 * width;
  const [sinTilt, cosTilt] = [Math.sin(tilt), Math.cos(tilt)];
  const [sinTurn, cosTurn] = [Math.sin(rotation), Math.cos(rotation)];
  return (x, y) => {
    // The ray through the pixel meets the tilted plane at distance `depth`.
    const rayX = (x - width / 2) / focal;
    const rayY = (y - height / 2) / focal;
    const depth = (focal * cosTilt) / (cosTilt - rayX * sinTilt);
    const across = (depth * rayX) / cosTilt;
    const down = depth * rayY;
    const left = across * cosTurn + down * sinTurn;
    const top = -across * sinTurn + down * cosTurn;
    return [left / sidePx + 0.5, top / sidePx + 0.5];
  };
}

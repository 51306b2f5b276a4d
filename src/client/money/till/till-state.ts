import { nearlyFullFrom } from '#src/contract/cash/till.ts';

/** Cash of a point for its market, as this device knows it. Smallest unit shown. */
export type TillLevel = { cash: number; ceiling: number };

export type TillStateName = 'fine' | 'nearly' | 'full';

/** From this share on the till counts as full: top-ups that small do not occur. */
const fullFrom = 0.99;

export type TillState = { name: TillStateName; room: number };

/** Returns how full a till is. */
export function tillStateOf({ cash, ceiling }: TillLevel): TillState {
  const room = Math.max(0, ceiling - cash);
  const part = cash / ceiling;
  return { name: part >= fullFrom ? 'full' : part >= nearlyFullFrom ? 'nearly' : 'fine', room };
}

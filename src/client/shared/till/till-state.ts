/** Cash of a point for its market, as this device knows it. Smallest unit shown. */
export type TillLevel = { inTill: number; inTransit: number; ceiling: number };

export type TillStateName = 'fine' | 'transit' | 'nearly' | 'full';

/** From this share of the ceiling on, the point is advised to hand over. */
const nearlyFrom = 0.8;
/** From this share on the till counts as full: top-ups that small do not occur. */
const fullFrom = 0.99;

export type TillState = { name: TillStateName; held: number; room: number };

/** Returns how full a till is. Cash on its way counts until another person has received it. */
export function tillStateOf({ inTill, inTransit, ceiling }: TillLevel): TillState {
  const held = inTill + inTransit;
  const room = Math.max(0, ceiling - held);
  const part = held / ceiling;
  const calm = inTransit > 0 ? 'transit' : 'fine';
  return { name: part >= fullFrom ? 'full' : part >= nearlyFrom ? 'nearly' : calm, held, room };
}

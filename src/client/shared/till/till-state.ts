/** What a point holds for its market, as this device knows it. Smallest unit shown. */
export type TillLevel = { inTill: number; inTransit: number; ceiling: number };

export type TillStateName = 'fine' | 'transit' | 'nearly' | 'full';

/** From this part of the ceiling on it is said to hand over soon. */
const nearlyFrom = 0.8;
/** Less room than this is none: no top-up is smaller in practice. */
const fullFrom = 0.99;

export type TillState = { name: TillStateName; held: number; room: number };

/** How full a till is; what is on its way counts until another person has received it. */
export function tillStateOf({ inTill, inTransit, ceiling }: TillLevel): TillState {
  const held = inTill + inTransit;
  const room = Math.max(0, ceiling - held);
  const part = held / ceiling;
  const calm = inTransit > 0 ? 'transit' : 'fine';
  return { name: part >= fullFrom ? 'full' : part >= nearlyFrom ? 'nearly' : calm, held, room };
}

import { useState } from 'react';
import { type TillLevel, tillStateOf } from '#src/client/money/till/till-state.ts';
import { useOwnTill } from '#src/client/money/till/use-own-till.ts';
import { useActor } from '#src/client/state/unlocked.ts';

export type FormRoom = {
  level: TillLevel | null;
  /** Cash that the till can still take, smallest unit shown. An unknown limit blocks nothing. */
  left: number;
  /** The amount does not fit. */
  isFull: boolean;
  /** The cashier saw this as a full screen. */
  isAsked: boolean;
  ask: () => void;
  close: () => void;
};

/** Whether this amount fits into the till, checked before the customer pays. The server decides it again. */
export function useTillRoom(amount: number): FormRoom {
  const actor = useActor();
  const { level } = useOwnTill(actor?.id ?? '', actor?.isLimited ?? false);
  const [isAsked, setAsked] = useState(false);
  const left = level === null || level.ceiling === 0 ? Number.POSITIVE_INFINITY : tillStateOf(level).room;
  return {
    level,
    left,
    isFull: amount > left,
    isAsked,
    ask: () => setAsked(true),
    close: () => setAsked(false),
  };
}

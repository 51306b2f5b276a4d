import { useState } from 'react';
import { useConnection } from '#src/client/state/connection.ts';
import { useActor } from '#src/client/state/unlocked.ts';

/** `of`: the customer who wants it; another customer starts without one. `chosen`: empty until it was typed. */
type Wish = { of: string; isWanted: boolean; chosen: string };

/**
 * The PIN that this customer wants for the code of the top-up. It is in memory alone, and set once the code is there:
 * only with a link and a session, because the server keeps it.
 */
export function usePinWish(customerId: string) {
  const none: Wish = { of: customerId, isWanted: false, chosen: '' };
  const [held, setWish] = useState(none);
  const [isAsked, setAsked] = useState(false);
  const { link } = useConnection();
  const actor = useActor();
  const isPossible = link !== 'offline' && actor?.isLimited !== true;
  const { isWanted, chosen } = held.of === customerId ? held : none;
  const leave = (): void => setAsked(false);
  return {
    isPossible,
    isWanted: isWanted && isPossible,
    chosen,
    isMissing: isWanted && isPossible && chosen === '',
    /** The customer types now. */
    isAsked,
    wish: (next: boolean) => setWish({ ...none, isWanted: next }),
    ask: () => setAsked(true),
    leave,
    choose: (pin: string) => {
      setWish({ of: customerId, isWanted: true, chosen: pin });
      leave();
    },
    clear: () => {
      setWish(none);
      leave();
    },
  };
}

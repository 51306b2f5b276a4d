import { useState } from 'react';
import { useConnection } from '#src/client/state/connection.ts';
import { isPracticing } from '#src/client/state/practice/practicing.ts';
import { useActor } from '#src/client/state/unlocked.ts';

/**
 * The PIN that a customer wants for the code of this top-up. It is in memory alone, and set once the code is there:
 * only with a link and a session, because the server keeps it.
 */
export function usePinWish() {
  const [isWanted, setWanted] = useState(false);
  const [chosen, setChosen] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { link } = useConnection();
  const actor = useActor();
  const isPossible = link !== 'offline' && actor?.isLimited !== true && !isPracticing();
  const wish = (next: boolean): void => {
    setWanted(next);
    setChosen('');
  };
  return {
    isPossible,
    isWanted: isWanted && isPossible,
    /** Typed by the customer; empty before. */
    chosen,
    isMissing: isWanted && isPossible && chosen === '',
    /** The customer types now. */
    isAsked,
    wish,
    ask: () => setAsked(true),
    leave: () => setAsked(false),
    choose: (pin: string) => {
      setChosen(pin);
      setAsked(false);
    },
    clear: () => {
      wish(false);
      setAsked(false);
    },
  };
}

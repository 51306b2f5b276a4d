import { useEffect, useRef } from 'react';

/** Time during which a new offer ignores taps: it may have appeared under a tapping finger, ms. */
const tapGuardMs = 400;

/** Returns whether an offer that is shown while `isOffered` is still too new to be taken. */
export function useTapGuard(isOffered: boolean): () => boolean {
  const since = useRef(0);
  useEffect(() => {
    since.current = isOffered ? performance.now() : 0;
  }, [isOffered]);
  return () => isOffered && performance.now() - since.current < tapGuardMs;
}

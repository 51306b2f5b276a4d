import { useEffect, useRef } from 'react';

/** An offer that appears under a finger that is tapping must not be taken by the same tap, ms. */
const tapGuardMs = 400;

/** Returns whether an offer that is shown while `isOffered` is still too new to be taken. */
export function useTapGuard(isOffered: boolean): () => boolean {
  const since = useRef(0);
  useEffect(() => {
    since.current = isOffered ? performance.now() : 0;
  }, [isOffered]);
  return () => isOffered && performance.now() - since.current < tapGuardMs;
}

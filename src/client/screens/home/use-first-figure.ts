import { useEffect } from 'react';
import { noteFirstFigure } from '#src/client/local/live/first-figure.ts';

/** The database of a new device loads once the page shows its figures, or has none. */
export function useFirstFigure(isShown: boolean): void {
  useEffect(() => {
    if (isShown) noteFirstFigure();
  }, [isShown]);
}

import { useEffect } from 'react';
import { holdSaleOpen } from '#src/client/state/open-sale.ts';

/** While money is in hand on this screen no new version of the app takes over. */
export function useHeldSale(held: boolean): void {
  useEffect(() => (held ? holdSaleOpen() : undefined), [held]);
}

import { useEffect } from 'react';
import { keepChoice, readKept } from '#src/client/device/kept-choice.ts';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import type { MarketSettings } from '#src/contract/markets/schemas.ts';
import { toMarketCode, type MarketCode } from '#src/protocol/brands.ts';

/** Lines that the market adds to its receipts; either may be empty. */
export type ReceiptLines = Pick<MarketSettings, 'receiptHeading' | 'receiptFooter'>;

const noMarket = toMarketCode('');
const none: ReceiptLines = { receiptHeading: '', receiptFooter: '' };

/**
 * Returns the receipt lines of the user's market, from the last answer when offline. ADMIN has no market and
 * names the one whose vouchers are printed, by its code.
 */
export function useReceiptLines(named = noMarket): ReceiptLines {
  const actor = useActor();
  const isAdmin = actor?.userType === 'ADMIN';
  const market = isAdmin ? named : (actor?.globalMarketId ?? noMarket);
  const { data } = useMarketSettings(isAdmin ? market : noMarket, {
    enabled: market !== '',
    staleTime: 600_000,
  });
  useEffect(() => {
    if (data !== undefined) remember(market, data);
  }, [market, data]);
  if (isAdmin && market === '') return none;
  return data ?? recall(market);
}

/** With a PIN the market is unknown, so the last one used here applies. */
function recall(market: MarketCode): ReceiptLines {
  const kept = readKept('receipt-lines', isKept);
  return kept === null || (market !== '' && kept.market !== market) ? none : kept;
}

function isKept(kept: unknown): kept is ReceiptLines & { market: MarketCode } {
  return typeof kept === 'object' && kept !== null && 'receiptHeading' in kept && 'receiptFooter' in kept;
}

function remember(market: MarketCode, { receiptHeading, receiptFooter }: ReceiptLines): void {
  keepChoice('receipt-lines', JSON.stringify({ market, receiptHeading, receiptFooter }));
}

import { useEffect } from 'react';
import { useMarketSettings } from '#src/client/queries/markets.ts';
import { useActor } from '#src/client/state/unlocked.ts';
import { toMarketCode, type MarketCode } from '#src/contract/brands.ts';
import type { MarketSettings } from '#src/contract/markets/schemas.ts';

/** What the market wants printed on its receipts; either may be empty. */
export type ReceiptLines = Pick<MarketSettings, 'receiptHeading' | 'receiptFooter'>;

const key = 'mercado.receipt-lines';
const noMarket = toMarketCode('');
const none: ReceiptLines = { receiptHeading: '', receiptFooter: '' };

/**
 * The lines of the own market, also without a link: as this device received them last. ADMIN has none and names the one whose
 * papers are printed, by its code.
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

/** Opened with a PIN the market is not known: then it is the one that was here last. */
function recall(market: MarketCode): ReceiptLines {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<
      ReceiptLines & { market: MarketCode }
    >;
    if (market !== '' && kept.market !== market) return none;
    const { receiptHeading = '', receiptFooter = '' } = kept;
    return { receiptHeading, receiptFooter };
  } catch {
    return none;
  }
}

function remember(market: MarketCode, { receiptHeading, receiptFooter }: ReceiptLines): void {
  try {
    localStorage.setItem(key, JSON.stringify({ market, receiptHeading, receiptFooter }));
  } catch {
    // A browser that keeps nothing prints without them while there is no link.
  }
}

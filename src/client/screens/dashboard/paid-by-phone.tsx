import { useEffect, useRef } from 'react';
import { announce as announceAloud } from '#src/client/device/voice/announce.ts';
import { amountText } from '#src/client/shared/amounts.ts';
import { useStallDay } from '#src/client/shared/own-day/stall-day.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';

/**
 * Tells a stall's tablet, on any page, of each sale that a customer paid from a phone. Sales of the first
 * answer are old; later answers are compared with all before them.
 */
export function PaidByPhone() {
  const sales = useStallDay().data?.sales;
  const known = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (sales === undefined) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...sales.map(({ codeCompra }) => codeCompra)]);
    if (before === undefined) return;
    for (const sale of sales)
      if (sale.byHolder && !sale.voided && !before.has(sale.codeCompra)) announce(sale);
  }, [sales]);
  return null;
}

function announce({ price, codeCompra }: PurchaseRow): void {
  announceAloud('paid', ({ paid }) => paid(price));
  showToast('success', texts.paidByPhone(amountText(price), codeCompra));
}

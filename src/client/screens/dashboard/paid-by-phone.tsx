import { useEffect, useRef } from 'react';
import { useStallDay } from '#src/client/money/own-day/stall-day.ts';
import { homeTexts as texts } from '#src/client/texts/home-texts.ts';
import { amountText } from '#src/client/texts/written/amounts.ts';
import { showToast } from '#src/client/ui/feedback/show-toast.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';

/**
 * Tells a stall's tablet, on any page, of each sale that a customer paid from a phone. Purchases of the first
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
    for (const purchase of sales)
      if (purchase.byHolder && !purchase.voided && !before.has(purchase.codeCompra)) announce(purchase);
  }, [sales]);
  return null;
}

function announce({ price, codeCompra }: PurchaseRow): void {
  // The voice loads with the first payment, so that a stall's home does not wait for it. The toast says the same.
  import('#src/client/device/voice/announce.ts').then(
    (voice) => voice.announce('paid', ({ paid }) => paid(price)),
    () => undefined,
  );
  showToast('success', texts.paidByPhone(amountText(price), codeCompra));
}

import { useEffect } from 'react';
import { createReadGate } from '#src/client/device/camera/read-gate.ts';
import type { Answer } from '#src/client/money/operation/use-answer.ts';
import { againTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { personName } from '#src/client/texts/written/names.ts';
import { shortCodeOf, voucherIn } from '#src/protocol/voucher-link.ts';
import type { ScannedPurchase } from './use-voucher-lookup.ts';

/** The gate shared by every scanner of the page: it knows which vouchers were opened and charged before. */
export const scanGate = createReadGate(voucherIn);

/** Records the voucher on which a sale was opened: it opens the next sale only after a tap. */
export function noteOpened({ voucherId, ...sale }: ScannedPurchase): void {
  const name = sale.kind === 'seen' ? personName(sale.voucher.clientId.ownerName) : '';
  scanGate.opened(voucherId, name === '' ? texts.code(shortCodeOf(voucherId)) : name);
}

/** Rests the voucher of this sale once it was charged, or may have been. */
export function useChargedVoucher({ voucherId }: ScannedPurchase, answer: Answer['kind']): void {
  const isCharged = answer !== 'none' && answer !== 'refused';
  useEffect(() => {
    if (isCharged) scanGate.charged(voucherId);
  }, [isCharged, voucherId]);
}

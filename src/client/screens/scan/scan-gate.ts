import { useEffect } from 'react';
import { createReadGate } from '#src/client/device/camera/read-gate.ts';
import { personName } from '#src/client/shared/names.ts';
import type { Answer } from '#src/client/shared/operation/use-answer.ts';
import { againTexts as texts } from '#src/client/texts/purchases/scan-texts.ts';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { readScannedCode } from '#src/domain/voucher/voucher-link.ts';
import type { ScannedSale } from './use-voucher-lookup.ts';

/** The one gate of the page: every scanner knows which vouchers were opened and charged before it. */
export const scanGate = createReadGate((text) => {
  const scanned = readScannedCode(text);
  return scanned.kind === 'voucher' ? scanned.codeQrId : text;
});

/** Remembers on whom a sale was opened: the same voucher opens the next one only after a tap. */
export function noteOpened({ voucherId, ...sale }: ScannedSale): void {
  const name = sale.kind === 'seen' ? personName(sale.voucher.clientId.ownerName) : '';
  scanGate.opened(voucherId, name === '' ? texts.code(shortCodeOf(voucherId)) : name);
}

/** Lets the vouchers of this sale rest as soon as something was charged on them, or may have been. */
export function useChargedVouchers(codes: readonly ScannedSale[], answer: Answer['kind']): void {
  const isCharged = answer !== 'none' && answer !== 'refused';
  useEffect(() => {
    if (isCharged) for (const { voucherId } of codes) scanGate.charged(voucherId);
  }, [isCharged, codes]);
}

import { useState } from 'react';
import type { OpId } from '#src/contract/brands.ts';
import type { VoucherView } from '#src/contract/vouchers/schemas.ts';
import { needsPin } from '#src/domain/voucher/voucher-pin.ts';

/** Whether the screen asks for the PIN before a sale of `price`. The server decides again with the voucher locked. */
export function asksPin({ pin }: Pick<VoucherView, 'pin'>, price: number): boolean {
  return needsPin(pin ? { free: pin.free, isGiven: false } : null, price);
}

/** The sale that the PIN is given for. `opId`: the operation that is placed after it. */
export interface SaleWithPin {
  opId: OpId;
  voucher: VoucherView;
  stallId: string;
  price: number;
}

export interface PinStep {
  sale: SaleWithPin;
  given: () => void;
  leave: () => void;
}

/** Asks for the PIN of each of these sales, one after the other, then places. `step` is null while none is asked for. */
export function usePinStep(place: (last: SaleWithPin) => void) {
  const [sales, setSales] = useState<readonly SaleWithPin[]>([]);
  const [sale, ...later] = sales;
  const step: PinStep | null = sale
    ? {
        sale,
        given: () => {
          setSales(later);
          if (later.length === 0) place(sale);
        },
        leave: () => setSales([]),
      }
    : null;
  return { ask: setSales, step };
}

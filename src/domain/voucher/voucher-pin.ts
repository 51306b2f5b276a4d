import type { Pesos } from '#src/contract/brands.ts';

export const voucherPinDigits = 4;
/** Consecutive wrong PINs that block the voucher until it is reissued. */
export const maxPinMisses = 3;
/** How long a correct PIN is valid for the one sale that it was given for, ms. */
export const pinGivenMs = 15 * 60_000;

/** State of a voucher's PIN for one sale; null without a PIN. */
export type PinFacts = {
  /** what the voucher still gives without its PIN, smallest unit shown */
  free: Pesos;
  /** the PIN was right for this very sale: its id, voucher, stall and price */
  isGiven: boolean;
} | null;

/** Returns whether a sale of `price` needs the PIN. Every way in to a voucher's balance calls this function. */
export function needsPin(pin: PinFacts, price: Pesos): boolean {
  return pin !== null && !pin.isGiven && price > pin.free;
}

/** Returns the part of `taken` that counts against the sum without the PIN: 0 when the PIN was given for the sale. */
export function spentWithoutPin(pin: PinFacts, taken: Pesos): Pesos {
  return pin === null || pin.isGiven ? 0 : Math.min(taken, pin.free);
}

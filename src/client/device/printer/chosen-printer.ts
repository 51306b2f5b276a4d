import { keepChoice, readKept } from '../kept-choice.ts';
import { type Dialect, dialects } from './encode-paper.ts';
import type { PrinterWay } from './printer-port.ts';

/** The widths of a roll, as their names on the box. */
export type Roll = '80mm' | '58mm';

/** Dots that the head reaches: 8 to a millimetre. */
export const headDots: Record<Roll, number> = { '80mm': 576, '58mm': 384 };

/** Speeds of a serial line; a printer on USB or Bluetooth takes any. */
export const baudRates = [9_600, 19_200, 38_400, 115_200] as const;
export type BaudRate = (typeof baudRates)[number];

/** The printer of this device, as a person chose it once. */
export type ChosenPrinter = {
  readonly way: PrinterWay;
  readonly identity: string;
  readonly name: string;
  readonly isBluetooth: boolean;
  readonly roll: Roll;
  readonly dialect: Dialect;
  readonly baudRate: BaudRate;
  /** A test print was looked at and confirmed. */
  readonly isTested: boolean;
  /** When the last paper came out whole, ms since 1970; 0: never. */
  readonly printedAt: number;
};

/** Returns the chosen printer; null where none was chosen, or where the browser keeps nothing. */
export function readChosen(): ChosenPrinter | null {
  return readKept('printer', isChosen);
}

export function keepChosen(printer: ChosenPrinter | null): void {
  keepChoice('printer', printer && JSON.stringify(printer));
}

function isChosen(kept: unknown): kept is ChosenPrinter {
  if (typeof kept !== 'object' || kept === null) return false;
  const { way, identity, name, isBluetooth, roll, dialect, baudRate, isTested, printedAt } =
    kept as Partial<ChosenPrinter>;
  return (
    (way === 'serial' || way === 'usb') &&
    typeof identity === 'string' &&
    typeof name === 'string' &&
    typeof isBluetooth === 'boolean' &&
    (roll === '80mm' || roll === '58mm') &&
    dialects.some((known) => known === dialect) &&
    baudRates.some((rate) => rate === baudRate) &&
    typeof isTested === 'boolean' &&
    typeof printedAt === 'number'
  );
}

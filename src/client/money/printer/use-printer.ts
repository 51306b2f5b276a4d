import { type RefObject, useMemo, useSyncExternalStore } from 'react';
import type { ChosenPrinter, Roll } from '#src/client/device/printer/chosen-printer.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import { printsOf } from '#src/client/device/printer/print-numbers.ts';
import type { PrinterState, PrintRun } from '#src/client/device/printer/printer-store.ts';
import { printerTexts as texts } from '#src/client/texts/vouchers/printer-texts.ts';

/** The printer of this device, as it is now. */
export function usePrinter(): PrinterState {
  const { subscribe, read } = devicePrinter();
  return useSyncExternalStore(subscribe, read);
}

/** The roll of a printer that a tap prints on without a dialog; null where none was chosen, and while it is away. */
export function rollInReach(printer: PrinterState): Roll | null {
  return printer.kind === 'none' || printer.kind === 'away' ? null : printer.printer.roll;
}

/** As `rollInReach`, but a paper that has been tried goes to the same printer again, plugged in or not. */
export function rollOf(printer: PrinterState, run: PrintRun): Roll | null {
  if (printer.kind === 'away' && run.kind !== 'idle') return printer.printer.roll;
  return rollInReach(printer);
}

export function nameOf({ name, isBluetooth }: ChosenPrinter): string {
  if (name !== '') return name;
  return isBluetooth ? texts.unnamed.bluetooth : texts.unnamed.cable;
}

/** Returns the result of the last attempt to print `paper`, and the number of its next copy. */
export function usePrintRun(paper: string): { run: PrintRun; number: number } {
  const { subscribe, readRun } = devicePrinter();
  const run = useSyncExternalStore(subscribe, () => readRun(paper));
  return { run, number: printsOf(paper) + 1 };
}

interface DirectPrint {
  /** The name of the paper, by which its copies are counted. */
  paper: string;
  /** Where the paper is laid out, seen or not; it is drawn when everything in it has been loaded. */
  content: RefObject<HTMLElement | null>;
  roll: Roll;
}

/** A function that prints without a dialog. It never throws; the run says what happened. */
export function useDirectPrint({ paper, content, roll }: DirectPrint) {
  return useMemo(
    () =>
      async (opensDrawer = false): Promise<PrintRun> =>
        devicePrinter().print({
          paper,
          opensDrawer,
          draw: async () => {
            const { drawLaidOut } = await import('./draw-laid-out.ts');
            return drawLaidOut(content, roll);
          },
        }),
    [paper, content, roll],
  );
}

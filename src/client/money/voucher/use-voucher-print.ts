import { type RefObject, useEffect } from 'react';
import type { Roll } from '#src/client/device/printer/chosen-printer.ts';
import { devicePrinter } from '#src/client/device/printer/device-printer.ts';
import type { PrintRun } from '#src/client/device/printer/printer-store.ts';
import { rollOf, useDirectPrint, usePrinter, usePrintRun } from '#src/client/money/printer/use-printer.ts';

interface VoucherPrint {
  uuid: string;
  /** Where its paper is laid out. */
  content: RefObject<HTMLElement | null>;
  printsItself: boolean;
}

/** Prints a voucher without a dialog where a printer is in reach; `roll` is null where there is none. */
export function useVoucherPrint({ uuid, content, printsItself }: VoucherPrint): {
  run: PrintRun;
  number: number;
  roll: Roll | null;
  print: () => Promise<PrintRun>;
} {
  const printer = usePrinter();
  const { run, number } = usePrintRun(uuid);
  const roll = rollOf(printer, run);
  const print = useDirectPrint({ paper: uuid, content, roll: roll ?? '80mm' });
  useEffect(() => {
    // The panel of one voucher may be shown anew, as when the server confirms it: it has gone to the printer by then.
    if (printsItself && roll !== null && devicePrinter().readRun(uuid).kind === 'idle') void print(true);
  }, [printsItself, roll, uuid, print]);
  return { run, number, roll, print: () => print() };
}

import type { BrowserContext, Page } from '@playwright/test';
import { fakeSerial, type FakeSerial } from '#tests/support/printer/fake-serial.ts';
import { interpret, type PrintedPaper } from '#tests/support/printer/interpret.ts';
import { type ModelledPrinter, printers } from '#tests/support/printer/printers.ts';

declare global {
  interface Window {
    printer: FakeSerial;
  }
}

/** Plugs a printer into a device. The browser of the pages keeps the permission over a reload. */
export async function plugPrinter(context: BrowserContext): Promise<void> {
  await context.addInitScript({
    content: `(() => {
      // A script of the command line wraps its functions in this; no page has it.
      const __name = (named) => named;
      const fakeSerial = ${fakeSerial.toString()};
      const granted = {
        get: () => localStorage.getItem('test-granted') === 'yes',
        set: () => localStorage.setItem('test-granted', 'yes'),
      };
      window.printer = fakeSerial(granted);
      Object.defineProperty(navigator, 'serial', { value: window.printer.serial, configurable: true });
    })()`,
  });
}

/** Printed papers since the last look, as a large printer of a shop prints them, or the first one that `isMeant`. */
export async function takePaper(
  page: Page,
  width = 576,
  isMeant: (printer: ModelledPrinter) => boolean = () => true,
): Promise<PrintedPaper> {
  const printer = printers.find(isMeant);
  if (!printer) throw new Error('there is no such printer');
  const bytes = await page.evaluate(() => {
    const arrived = [...window.printer.bytes];
    window.printer.clear();
    return arrived;
  });
  return interpret(Uint8Array.from(bytes), width, printer);
}

import { PrinterStore } from './printer-store.ts';
import type { PortsOfBrowser } from './web-ports.ts';
import { webSerial } from './web-serial.ts';
import { webUsb } from './web-usb.ts';

let store: PrinterStore | null = null;

/** The one store of this page. */
export function devicePrinter(): PrinterStore {
  const { serial, usb } = navigator as PortsOfBrowser;
  return (store ??= new PrinterStore({
    transports: { serial: webSerial(serial), usb: webUsb(usb) },
    alone: (job) => navigator.locks.request('mercado.printer', job),
    now: () => Date.now(),
  }));
}

/** The ways to a printer that this browser has. */
export function printerWays(): { serial: boolean; usb: boolean } {
  const { serial, usb } = navigator as PortsOfBrowser;
  return { serial: serial !== undefined, usb: usb !== undefined };
}

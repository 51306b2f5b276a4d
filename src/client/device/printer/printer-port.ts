/** The way to a printer: over a serial line (USB cable or Bluetooth), or as a USB device. */
export type PrinterWay = 'serial' | 'usb';

/** Everything that keeps a paper from coming out. */
export type PrinterFault =
  | 'unsupported'
  | 'refused'
  | 'not-chosen'
  | 'away'
  | 'busy'
  | 'unplugged'
  | 'stuck'
  | 'no-paper'
  | 'not-drawn';

/** An expected failure of a printer; anything else that is thrown is a fault of the program. */
export class PrinterError extends Error {
  override name = 'PrinterError';
  readonly fault: PrinterFault;
  constructor(fault: PrinterFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

/** An open printer. */
export type OpenPrinter = {
  write: (bytes: Uint8Array) => Promise<void>;
  /** The next byte that the printer sent; null when none came within `timeoutMs`. */
  read: (timeoutMs: number) => Promise<number | null>;
  /**
   * After a whole job, resolves when everything has been sent, and rejects when it was not; after a failed one, drops what is
   * left and never rejects.
   */
  close: (after: 'whole' | 'failed') => Promise<void>;
};

/** A printer that this page may use. It is opened for one job and closed after it. */
export type PrinterPort = {
  /** Recognises it after a restart. */
  readonly identity: string;
  /** As it calls itself; empty where it does not say. */
  readonly name: string;
  open: (baudRate: number) => Promise<OpenPrinter>;
};

/** Devices that the browser lists. `all`: devices of every class, for printers that do not say what they are. */
export type PrinterList = 'printers' | 'bluetooth' | 'all';

/** One of the ways to printers. */
export type PrinterTransport = {
  /** Opens the browser's own list; it needs a tap. Null when the person closed it without a choice. */
  choose: (list: PrinterList) => Promise<PrinterPort | null>;
  /** The printers that were chosen before and are plugged in. */
  known: () => Promise<PrinterPort[]>;
  /** Calls `onChange` when one is plugged in or unplugged; returns how to stop. */
  watch: (onChange: () => void) => () => void;
};

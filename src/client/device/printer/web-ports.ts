/** The parts of Web Serial and WebUSB that a printer needs; the language's own library does not describe them. */
export type SerialPort = {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  /** Newer browsers tell whether it is plugged in or in reach. */
  readonly connected?: boolean;
  getInfo: () => { usbVendorId?: number; usbProductId?: number; bluetoothServiceClassId?: string | number };
  open: (options: { baudRate: number; bufferSize?: number }) => Promise<void>;
  close: () => Promise<void>;
};

export type Serial = EventTarget & {
  requestPort: (options?: { filters?: { bluetoothServiceClassId: string }[] }) => Promise<SerialPort>;
  getPorts: () => Promise<SerialPort[]>;
};

type UsbEndpoint = { endpointNumber: number; direction: 'in' | 'out'; type: string };
type UsbAlternate = { interfaceClass: number; endpoints: UsbEndpoint[] };
export type UsbInterface = { interfaceNumber: number; alternate: UsbAlternate };

export type UsbDevice = {
  readonly vendorId: number;
  readonly productId: number;
  readonly productName?: string;
  readonly serialNumber?: string;
  readonly configuration: { interfaces: UsbInterface[] } | null;
  open: () => Promise<void>;
  close: () => Promise<void>;
  selectConfiguration: (value: number) => Promise<void>;
  claimInterface: (number: number) => Promise<void>;
  transferOut: (endpoint: number, data: Uint8Array) => Promise<{ status?: string; bytesWritten: number }>;
  transferIn: (endpoint: number, length: number) => Promise<{ data?: DataView }>;
};

export type Usb = EventTarget & {
  requestDevice: (options: { filters: { classCode: number }[] }) => Promise<UsbDevice>;
  getDevices: () => Promise<UsbDevice[]>;
};

/** `navigator` where the browser has them. */
export type PortsOfBrowser = { readonly serial?: Serial; readonly usb?: Usb };

/** Returns the browser's name for a failed call on a port. */
export function failureName(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

import { createAnswers } from './answers.ts';
import { type OpenPrinter, PrinterError, type PrinterPort, type PrinterTransport } from './printer-port.ts';
import { failureName, type Serial, type SerialPort } from './web-ports.ts';

/** The serial profile of Bluetooth, by which a printer offers itself. */
const bluetoothSerial = '00001101-0000-1000-8000-00805f9b34fb';

/** Printers on a serial line: USB cables that are one, and Bluetooth printers that were paired with the device. */
export function webSerial(serial: Serial | undefined): PrinterTransport {
  if (serial === undefined) return noTransport;
  return {
    async choose(list) {
      const filters = list === 'bluetooth' ? { filters: [{ bluetoothServiceClassId: bluetoothSerial }] } : {};
      try {
        return portOf(serial, await serial.requestPort(filters));
      } catch (error) {
        if (failureName(error) === 'NotFoundError') return null;
        throw new PrinterError('refused', { cause: error });
      }
    },
    async known() {
      const ports = await serial.getPorts();
      return ports.map((port) => portOf(serial, port));
    },
    watch: (onChange) => watchPlugs(serial, onChange),
  };
}

/** Where a browser has no such way at all. */
export const noTransport: PrinterTransport = {
  choose: () => Promise.reject(new PrinterError('unsupported')),
  known: () => Promise.resolve([]),
  watch: () => () => undefined,
};

export function watchPlugs(target: EventTarget, onChange: () => void): () => void {
  const kinds = ['connect', 'disconnect'];
  for (const kind of kinds) target.addEventListener(kind, onChange);
  return () => {
    for (const kind of kinds) target.removeEventListener(kind, onChange);
  };
}

function portOf(serial: Serial, port: SerialPort): PrinterPort {
  const { usbVendorId, usbProductId, bluetoothServiceClassId } = port.getInfo();
  const identity = [usbVendorId, usbProductId, bluetoothServiceClassId].map((part) => part ?? '').join(':');
  return { identity, name: '', open: (baudRate) => openPort(serial, port, baudRate) };
}

async function openPort(serial: Serial, port: SerialPort, baudRate: number): Promise<OpenPrinter> {
  try {
    await port.open({ baudRate, bufferSize: 4096 });
  } catch (error) {
    const ports = await serial.getPorts();
    const isHere = ports.includes(port) && port.connected !== false;
    throw new PrinterError(isHere ? 'busy' : 'away', { cause: error });
  }
  const writer = port.writable?.getWriter();
  if (writer === undefined) throw new PrinterError('away');
  const answers = createAnswers();
  const reader = port.readable?.getReader();
  const listening = reader === undefined ? Promise.resolve() : listen(reader, answers.put);
  return {
    async write(bytes) {
      try {
        await writer.write(bytes);
      } catch (error) {
        throw new PrinterError('unplugged', { cause: error });
      }
    },
    read: answers.next,
    async close(after) {
      try {
        await (after === 'whole' ? writer.close() : writer.abort().catch(() => undefined));
      } catch (error) {
        throw new PrinterError('unplugged', { cause: error });
      } finally {
        // A port that is gone refuses each of these: it is closed all the same.
        writer.releaseLock();
        await reader?.cancel().catch(() => undefined);
        await listening;
        await port.close().catch(() => undefined);
      }
    },
  };
}

async function listen(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  put: (bytes: Uint8Array) => void,
): Promise<void> {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) put(next.value);
  } catch {
    // Unplugged: the writer notices it, and a printer that says nothing is no fault.
  } finally {
    reader.releaseLock();
  }
}

import { createAnswers } from './answers.ts';
import { type OpenPrinter, PrinterError, type PrinterPort, type PrinterTransport } from './printer-port.ts';
import { failureName, type Usb, type UsbDevice } from './web-ports.ts';
import { noTransport, watchPlugs } from './web-serial.ts';

/** The class of printers in the list of USB. */
const printerClass = 7;

/** Printers on a USB cable that no driver of the system holds. */
export function webUsb(usb: Usb | undefined): PrinterTransport {
  if (usb === undefined) return noTransport;
  return {
    async choose(list) {
      const filters = list === 'all' ? [] : [{ classCode: printerClass }];
      try {
        return portOf(await usb.requestDevice({ filters }));
      } catch (error) {
        if (failureName(error) === 'NotFoundError') return null;
        throw new PrinterError('refused', { cause: error });
      }
    },
    async known() {
      const devices = await usb.getDevices();
      return devices.map(portOf);
    },
    watch: (onChange) => watchPlugs(usb, onChange),
  };
}

function portOf(device: UsbDevice): PrinterPort {
  const { vendorId, productId, serialNumber = '', productName = '' } = device;
  return {
    identity: `${vendorId}:${productId}:${serialNumber}`,
    name: productName.trim(),
    open: () => openDevice(device),
  };
}

async function openDevice(device: UsbDevice): Promise<OpenPrinter> {
  const { out, answersFrom } = await claim(device);
  const answers = createAnswers();
  const listening = answersFrom === undefined ? Promise.resolve() : listen(device, answersFrom, answers.put);
  return {
    async write(bytes) {
      try {
        const { status } = await device.transferOut(out, bytes);
        if (status !== undefined && status !== 'ok') throw new PrinterError('stuck');
      } catch (error) {
        if (error instanceof PrinterError) throw error;
        throw new PrinterError('unplugged', { cause: error });
      }
    },
    read: answers.next,
    async close() {
      // A device that is gone refuses it: it is closed all the same.
      await device.close().catch(() => undefined);
      await listening;
    },
  };
}

/** Ends when the device is closed or unplugged. */
async function listen(device: UsbDevice, endpoint: number, put: (bytes: Uint8Array) => void): Promise<void> {
  try {
    for (;;) {
      const { data } = await device.transferIn(endpoint, 64);
      if (data !== undefined) put(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    }
  } catch {
    // The next write notices it, and a printer that says nothing is no fault.
  }
}

/** Takes the printer's interface; on Windows its own driver keeps it, which looks like another program that uses it. */
async function claim(device: UsbDevice): Promise<{ out: number; answersFrom: number | undefined }> {
  try {
    await device.open();
    if (device.configuration === null) await device.selectConfiguration(1);
    const interfaces = device.configuration?.interfaces ?? [];
    const own =
      interfaces.find(({ alternate }) => alternate.interfaceClass === printerClass) ?? interfaces[0];
    const bulk = own?.alternate.endpoints.filter(({ type }) => type === 'bulk') ?? [];
    const out = bulk.find(({ direction }) => direction === 'out');
    if (own === undefined || out === undefined) throw new PrinterError('unsupported');
    await device.claimInterface(own.interfaceNumber);
    const back = bulk.find(({ direction }) => direction === 'in');
    return { out: out.endpointNumber, answersFrom: back?.endpointNumber };
  } catch (error) {
    await device.close().catch(() => undefined);
    if (error instanceof PrinterError) throw error;
    throw new PrinterError(failureName(error) === 'NotFoundError' ? 'away' : 'busy', { cause: error });
  }
}

// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readChosen } from '#src/client/device/printer/chosen-printer.ts';
import type { PaperPart } from '#src/client/device/printer/encode-paper.ts';
import { printsOf } from '#src/client/device/printer/print-numbers.ts';
import { PrinterError } from '#src/client/device/printer/printer-port.ts';
import { PrinterStore } from '#src/client/device/printer/printer-store.ts';
import type { Usb, UsbDevice } from '#src/client/device/printer/web-ports.ts';
import { webSerial } from '#src/client/device/printer/web-serial.ts';
import { webUsb } from '#src/client/device/printer/web-usb.ts';
import { storageForSuite } from '#tests/support/browser/storage-for-suite.ts';
import { type FakeSerial, fakeSerial } from '#tests/support/printer/fake-serial.ts';

const kept = storageForSuite();

let isGranted = false;
let printer: FakeSerial;
beforeEach(() => {
  isGranted = false;
  printer = fakeSerial({
    get: () => isGranted,
    set: (granted) => {
      isGranted = granted;
    },
  });
});

const patience = { answerMs: 20, bandMs: 50, closeMs: 50, openMs: 50 };

function start(usb?: Usb, serial = printer.serial): PrinterStore {
  const store = new PrinterStore({
    transports: { serial: webSerial(serial), usb: webUsb(usb) },
    alone: (job) => job(),
    now: () => 1_000,
    patience,
  });
  store.subscribe(() => undefined);
  return store;
}

const part: PaperPart = { kind: 'dots', dots: { width: 576, height: 10, bits: new Uint8Array(720) } };
const paper = { paper: 'voucher', draw: () => Promise.resolve([[part]]) };

describe('the printer of a device', () => {
  it('is chosen once, and found again after a restart without asking', async () => {
    const first = start();
    expect(first.read()).toEqual({ kind: 'none' });
    expect(await first.choose('serial', 'printers', { roll: '58mm' })).toBeNull();
    first.change({ isTested: true });
    const later = start();
    expect(later.read().kind).toBe('looking');
    await vi.waitFor(() => expect(later.read()).toMatchObject({ kind: 'ready', printer: { roll: '58mm' } }));
    expect(printer.seen.choices).toBe(1);
    later.forget();
    expect(readChosen()).toBeNull();
  });

  it('follows its cable', async () => {
    const store = start();
    await store.choose('serial', 'printers', { roll: '80mm' });
    printer.unplug();
    await vi.waitFor(() => expect(store.read().kind).toBe('away'));
    expect(await store.print(paper)).toEqual({ kind: 'failed', fault: 'away' });
    expect(printsOf('voucher')).toBe(0);
    printer.plug();
    await vi.waitFor(() => expect(store.read().kind).toBe('ready'));
  });

  it('says why none was chosen: the list was closed, the browser refused, or it has no such way', async () => {
    const store = start();
    printer.setCancelled(true);
    expect(await store.choose('serial', 'printers', { roll: '80mm' })).toBe('none-chosen');
    printer.setForbidden(true);
    expect(await store.choose('serial', 'bluetooth', { roll: '80mm' })).toBe('refused');
    expect(await store.choose('usb', 'printers', { roll: '80mm' })).toBe('unsupported');
    expect(store.read()).toEqual({ kind: 'none' });
    expect(await store.print(paper)).toEqual({ kind: 'failed', fault: 'not-chosen' });
  });

  it('numbers each copy before its first byte, and ignores a tap while it prints', async () => {
    const store = start();
    await store.choose('serial', 'printers', { roll: '80mm' });
    const [one, other] = await Promise.all([store.print(paper), store.print(paper)]);
    expect([one, other]).toEqual([{ kind: 'printed', number: 1 }, { kind: 'printing' }]);
    printer.pullAfter(100);
    expect(await store.print(paper)).toEqual({ kind: 'failed', fault: 'unplugged' });
    expect(printsOf('voucher')).toBe(2);
    printer.plug();
    expect(await store.print(paper)).toEqual({ kind: 'printed', number: 3 });
    expect(readChosen()?.printedAt).toBe(1_000);
  });

  it('stops before the first byte when the paper is out, and knows nothing of a printer that does not answer', async () => {
    const store = start();
    await store.choose('serial', 'printers', { roll: '80mm' });
    printer.setPaper('out');
    expect(await store.print(paper)).toEqual({ kind: 'failed', fault: 'no-paper' });
    expect(store.read()).toMatchObject({ kind: 'no-paper', since: 1_000 });
    expect(printsOf('voucher')).toBe(0);
    printer.setPaper('silent');
    expect((await store.print(paper)).kind).toBe('printed');
    expect(store.read()).toMatchObject({ kind: 'ready', paper: 'unknown' });
  });

  it('waits for another program, and prints once it has let the printer go', async () => {
    const store = start();
    await store.choose('serial', 'printers', { roll: '80mm' });
    printer.setTaken(true);
    expect(await store.print(paper)).toEqual({ kind: 'failed', fault: 'busy' });
    printer.setTaken(false);
    expect((await store.print(paper)).kind).toBe('printed');
  });

  const never = () => new Promise<void>(() => undefined);
  it.each([
    ['takes no more bytes', { write: never }, 'stuck'],
    ['never sends the end', { close: never }, 'stuck'],
    ['is pulled before the end is sent', { close: () => Promise.reject(new Error('lost')) }, 'unplugged'],
  ] as const)('gives up a printer that %s', async (_what, sink, fault) => {
    const port = {
      readable: null,
      writable: new WritableStream<Uint8Array>(sink),
      getInfo: () => ({}),
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const serial = Object.assign(new EventTarget(), {
      requestPort: () => Promise.resolve(port),
      getPorts: () => Promise.resolve([port]),
    });
    const store = start(undefined, serial);
    await store.choose('serial', 'printers', { roll: '80mm' });
    expect(await store.print(paper)).toEqual({ kind: 'failed', fault });
  });

  it('says that a paper could not be drawn', async () => {
    const store = start();
    await store.choose('serial', 'printers', { roll: '80mm' });
    const drawn = { paper: 'other', draw: () => Promise.reject(new PrinterError('not-drawn')) };
    expect(await store.print(drawn)).toEqual({ kind: 'failed', fault: 'not-drawn' });
    expect(store.readRun('other')).toEqual({ kind: 'failed', fault: 'not-drawn' });
  });

  it('takes nothing for a printer that is stored in another form', () => {
    for (const stored of ['', '{', 'null', '{"way":"serial"}', '[]']) {
      kept.set('mercado.printer', stored);
      expect(start().read()).toEqual({ kind: 'none' });
    }
  });
});

describe('a printer on WebUSB', () => {
  function usbPrinter(claim: () => Promise<void> = () => Promise.resolve()) {
    const arrived: number[] = [];
    const device: UsbDevice = {
      vendorId: 1208,
      productId: 3621,
      productName: 'TM-T20 ',
      serialNumber: 'J5',
      configuration: {
        interfaces: [
          {
            interfaceNumber: 0,
            alternate: {
              interfaceClass: 7,
              endpoints: [
                { endpointNumber: 1, direction: 'out', type: 'bulk' },
                { endpointNumber: 2, direction: 'in', type: 'bulk' },
              ],
            },
          },
        ],
      },
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
      selectConfiguration: () => Promise.resolve(),
      claimInterface: claim,
      transferOut: (_endpoint, data) => {
        arrived.push(...data);
        return Promise.resolve({ status: 'ok', bytesWritten: data.length });
      },
      transferIn: () => Promise.reject(new DOMException('', 'AbortError')),
    };
    const requestDevice = vi.fn<Usb['requestDevice']>(() => Promise.resolve(device));
    const usb: Usb = Object.assign(new EventTarget(), {
      requestDevice,
      getDevices: () => Promise.resolve([device]),
    });
    return { usb, arrived, requestDevice };
  }

  it('prints by the same bytes under the name of the device', async () => {
    const { usb, arrived } = usbPrinter();
    const store = start(usb);
    expect(await store.choose('usb', 'printers', { roll: '80mm' })).toBeNull();
    expect((await store.print(paper)).kind).toBe('printed');
    expect(arrived.length).toBeGreaterThan(720);
    expect(readChosen()).toMatchObject({ name: 'TM-T20', identity: '1208:3621:J5', way: 'usb' });
  });

  it('is listed among printers, and among devices of every class on request', async () => {
    const { usb, requestDevice } = usbPrinter();
    const store = start(usb);
    await store.choose('usb', 'printers', { roll: '80mm' });
    await store.choose('usb', 'all', { roll: '80mm' });
    expect(requestDevice.mock.calls).toEqual([[{ filters: [{ classCode: 7 }] }], [{ filters: [] }]]);
    expect(readChosen()).toMatchObject({ isBluetooth: false });
  });

  it('is taken by another program where the system does not hand over its interface', async () => {
    const { usb } = usbPrinter(() => Promise.reject(new DOMException('Unable to claim', 'NetworkError')));
    const store = start(usb);
    await store.choose('usb', 'printers', { roll: '80mm' });
    expect(await store.print(paper)).toEqual({ kind: 'failed', fault: 'busy' });
  });
});

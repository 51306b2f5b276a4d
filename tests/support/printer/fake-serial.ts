import type { Serial, SerialPort } from '#src/client/device/printer/web-ports.ts';

/** A printer on a cable that can be pulled, as the browser shows it to a page. */
export type FakeSerial = {
  readonly serial: Serial;
  /** everything that arrived at the printer since the last `clear` */
  readonly bytes: number[];
  /** how often the browser asked a person for a printer */
  readonly seen: { choices: number };
  clear: () => void;
  plug: () => void;
  unplug: () => void;
  /** The cable is pulled when this many more bytes have arrived. */
  pullAfter: (bytes: number) => void;
  setPaper: (paper: 'ok' | 'out' | 'silent') => void;
  /** Another program holds the port, or releases it. */
  setTaken: (isTaken: boolean) => void;
  /** The person closes the browser's list without a choice. */
  setCancelled: (isCancelled: boolean) => void;
  /** The browser forbids the question. */
  setForbidden: (isForbidden: boolean) => void;
};

/**
 * A serial line of the browser with one printer. It runs in a test and, as text, in a page: it uses nothing from outside.
 * `granted` keeps the permission, as a browser does over a restart.
 */
export function fakeSerial(granted: { get: () => boolean; set: (isGranted: boolean) => void }): FakeSerial {
  const state = { isPlugged: true, paper: 'ok', isTaken: false, isCancelled: false, isForbidden: false };
  const bytes: number[] = [];
  const seen = { choices: 0 };
  let left = Number.POSITIVE_INFINITY;
  let lose: (() => void) | null = null;
  const target = new EventTarget();

  function unplug(): void {
    state.isPlugged = false;
    left = Number.POSITIVE_INFINITY;
    lose?.();
    target.dispatchEvent(new Event('disconnect'));
  }

  function arrive(byte: number, answer: (paper: number) => void): void {
    if (!state.isPlugged) throw new DOMException('The device has been lost.', 'NetworkError');
    if (left <= 0) {
      unplug();
      throw new DOMException('The device has been lost.', 'NetworkError');
    }
    left--;
    bytes.push(byte);
    const asksPaper = byte === 4 && bytes.at(-2) === 4 && bytes.at(-3) === 0x10;
    if (asksPaper && state.paper !== 'silent') answer(state.paper === 'out' ? 0x72 : 0x12);
  }

  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    writable: null as WritableStream<Uint8Array> | null,
    get connected() {
      return state.isPlugged;
    },
    getInfo: () => ({ usbVendorId: 0x0416, usbProductId: 0x5011 }),
    open() {
      if (port.writable !== null)
        return Promise.reject(new DOMException('The port is already open.', 'InvalidStateError'));
      if (!state.isPlugged || state.isTaken)
        return Promise.reject(new DOMException('Failed to open serial port.', 'NetworkError'));
      let answers: ReadableStreamDefaultController<Uint8Array> | null = null;
      port.readable = new ReadableStream<Uint8Array>({
        start(controller) {
          answers = controller;
          lose = () => controller.error(new DOMException('The device has been lost.', 'NetworkError'));
        },
        cancel() {
          lose = null;
        },
      });
      port.writable = new WritableStream<Uint8Array>({
        write(chunk) {
          for (const byte of chunk) arrive(byte, (paper) => answers?.enqueue(Uint8Array.of(paper)));
        },
      });
      return Promise.resolve();
    },
    close() {
      port.readable = null;
      port.writable = null;
      lose = null;
      return Promise.resolve();
    },
  } satisfies SerialPort;

  const serial: Serial = Object.assign(target, {
    requestPort() {
      seen.choices++;
      if (state.isForbidden) return Promise.reject(new DOMException('Access denied.', 'SecurityError'));
      if (state.isCancelled || !state.isPlugged)
        return Promise.reject(new DOMException('No port selected by the user.', 'NotFoundError'));
      granted.set(true);
      return Promise.resolve(port);
    },
    getPorts: () => Promise.resolve(granted.get() && state.isPlugged ? [port] : []),
  });

  return {
    serial,
    bytes,
    seen,
    clear() {
      bytes.length = 0;
    },
    plug() {
      state.isPlugged = true;
      target.dispatchEvent(new Event('connect'));
    },
    unplug,
    pullAfter(count) {
      left = count;
    },
    setPaper(paper) {
      state.paper = paper;
    },
    setTaken(isTaken) {
      state.isTaken = isTaken;
    },
    setCancelled(isCancelled) {
      state.isCancelled = isCancelled;
    },
    setForbidden(isForbidden) {
      state.isForbidden = isForbidden;
    },
  };
}

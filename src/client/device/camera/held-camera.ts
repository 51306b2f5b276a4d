import { cameraErrorCode, type CameraErrorCode } from './cameras.ts';
import { openCamera, type OpenCamera, type Reader } from './open-camera.ts';

export type ScannerState =
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'running';
      readonly cameraId: string | undefined;
      readonly hasTorch: boolean;
      readonly torchOn: boolean;
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly code: CameraErrorCode };

/** The camera of one scanner, open or closed. Changes are reported to `onState`, and its calls are queued. */
type HeldCamera = {
  open: () => Promise<void>;
  close: () => Promise<void>;
  setTorch: (on: boolean) => Promise<void>;
};

export function createHeldCamera(
  elementId: string,
  reader: Reader,
  onState: (state: ScannerState) => void,
  queue: SerialQueue,
): HeldCamera {
  let held: OpenCamera | undefined;
  let torchOn = false;

  const fail = (code: CameraErrorCode): void => onState({ kind: 'failed', code });

  function announce(): void {
    if (!held) return;
    const { deviceId } = held.track.getSettings();
    onState({ kind: 'running', cameraId: deviceId, hasTorch: held.hasTorch, torchOn });
  }

  async function close(): Promise<void> {
    const closing = held;
    held = undefined;
    await closing?.close();
  }

  /** The camera was unplugged, or taken by the system, while it ran. */
  async function lose(which: OpenCamera): Promise<void> {
    if (held !== which) return;
    await close();
    fail('CAMERA_ABSENT');
  }

  return {
    close,
    async open() {
      onState({ kind: 'starting' });
      if (!window.isSecureContext || !('mediaDevices' in navigator)) {
        fail('CAMERA_INSECURE');
        return;
      }
      try {
        const opened = await openCamera(elementId, reader);
        opened.track.addEventListener('ended', () => void queue(() => lose(opened)), { once: true });
        held = opened;
        torchOn = false;
        announce();
      } catch (thrown) {
        fail(cameraErrorCode(thrown));
      }
    },
    async setTorch(on) {
      if (!held?.hasTorch) return;
      try {
        await held.setTorch(on);
        torchOn = on;
      } catch {
        // The lamp stays as it was, and so does the announced state.
      }
      announce();
    },
  };
}

/** Runs tasks one at a time in order. A failed task does not block the next. */
type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

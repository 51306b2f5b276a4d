import { cameraErrorCode, type CameraErrorCode } from './cameras.ts';
import { openCamera, type OpenCamera, type Reader, type ScannerElements } from './open-camera.ts';
import { watchPicture } from './watch-picture.ts';

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

/** `onStill` is called when an open camera gives no picture any more. */
export function createHeldCamera(
  elements: ScannerElements,
  reader: Reader,
  onState: (state: ScannerState) => void,
  onStill: () => void,
): HeldCamera {
  let held: OpenCamera | undefined;
  let unwatch = (): void => undefined;
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
    unwatch();
    await closing?.close();
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
        held = await openCamera(elements, reader);
        unwatch = watchPicture(held, onStill);
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

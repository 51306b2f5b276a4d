import { cameraErrorCode, type CameraErrorCode } from './camera-error.ts';
import { listCameras, type Camera } from './list-cameras.ts';
import { openCamera, type OpenCamera } from './open-camera.ts';
import { createReadGate, type ReadGate } from './read-gate.ts';
import { rememberCamera } from './remembered-camera.ts';
import { createSerialQueue } from './serial-queue.ts';

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

export type ScannerEvents = {
  /** The first code read; nothing more is read until `resume`. */
  onCode: (text: string) => void;
  onState: (state: ScannerState) => void;
};

export type Scanner = {
  /** Opens the camera; the outcome comes through `onState`. Also the way to try again. Never rejects. */
  start: () => Promise<void>;
  /** Closes the camera. May be called at any time, any number of times. Never rejects. */
  stop: () => Promise<void>;
  /** Reads again after `onCode`; the same code is ignored for some seconds more. */
  resume: () => void;
  /** The cameras of the device. They are named only once the camera was allowed. */
  listCameras: () => Promise<Camera[]>;
  /** Changes to this camera and remembers it on the device. */
  chooseCamera: (cameraId: string) => Promise<void>;
  /** Does nothing where the camera has no torch; the outcome comes through `onState`. */
  setTorch: (on: boolean) => Promise<void>;
};

/** A device has one camera: who wants to open or close it waits for the one before (React mounts everything twice). */
const cameraQueue = createSerialQueue();

/**
 * A scanner that shows its preview inside the element `elementId` (which must exist at `start`, and is emptied).
 * Pass the same `gate` to keep ignoring the last code across two scanners.
 */
export function createScanner(
  elementId: string,
  events: ScannerEvents,
  gate: ReadGate = createReadGate(),
): Scanner {
  let wanted = false;
  let camera: OpenCamera | undefined;
  let torchOn = false;

  const reader = {
    mayRead: () => !gate.locked,
    onRead: (text: string) => {
      if (gate.admit(text)) events.onCode(text);
    },
  };

  async function open(): Promise<void> {
    await close();
    if (!wanted) return;
    events.onState({ kind: 'starting' });
    if (!window.isSecureContext || !('mediaDevices' in navigator)) return failed('CAMERA_INSECURE');
    try {
      const opened = await openCamera(elementId, reader);
      opened.track.addEventListener('ended', () => void cameraQueue(() => lost(opened)), { once: true });
      camera = opened;
      torchOn = false;
      announce();
    } catch (thrown) {
      failed(cameraErrorCode(thrown));
    }
  }

  async function close(): Promise<void> {
    const closing = camera;
    camera = undefined;
    await closing?.close();
  }

  /** The camera was unplugged, or taken away by the system, while it ran. */
  async function lost(which: OpenCamera): Promise<void> {
    if (camera !== which) return;
    await close();
    failed('CAMERA_ABSENT');
  }

  function failed(code: CameraErrorCode): void {
    events.onState({ kind: 'failed', code });
  }

  function announce(): void {
    if (!camera) return;
    const { deviceId } = camera.track.getSettings();
    events.onState({ kind: 'running', cameraId: deviceId, hasTorch: camera.hasTorch, torchOn });
  }

  async function start(): Promise<void> {
    wanted = true;
    await cameraQueue(open);
  }

  return {
    start,
    async stop() {
      wanted = false;
      await cameraQueue(close);
      events.onState({ kind: 'stopped' });
    },
    resume: () => gate.unlock(),
    listCameras,
    async chooseCamera(cameraId) {
      rememberCamera(cameraId);
      await start();
    },
    async setTorch(on) {
      if (!camera?.hasTorch) return;
      try {
        await camera.setTorch(on);
        torchOn = on;
      } finally {
        announce();
      }
    },
  };
}

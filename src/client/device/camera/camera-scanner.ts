import { type Camera, listCameras, rememberCamera } from './cameras.ts';
import { createHeldCamera, type ScannerState, createSerialQueue } from './held-camera.ts';

export type { ScannerState };

type ScannerEvents = {
  /** The first code read; nothing more is read until `resume`. */
  onCode: (text: string) => void;
  onState: (state: ScannerState) => void;
};

export type CameraScanner = {
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
): CameraScanner {
  let wanted = false;
  const reader = {
    mayRead: () => !gate.locked,
    onRead: (text: string) => {
      if (gate.admit(text)) events.onCode(text);
    },
  };
  const camera = createHeldCamera(elementId, reader, events.onState, cameraQueue);

  async function start(): Promise<void> {
    wanted = true;
    await cameraQueue(async () => {
      await camera.close();
      // Stopped again while it waited for its turn.
      if (wanted) await camera.open();
    });
  }

  return {
    start,
    async stop() {
      wanted = false;
      await cameraQueue(camera.close);
      events.onState({ kind: 'stopped' });
    },
    resume: () => gate.unlock(),
    listCameras,
    async chooseCamera(cameraId) {
      rememberCamera(cameraId);
      await start();
    },
    setTorch: camera.setTorch,
  };
}

/**
 * Decides which reads of the camera count. The first one locks: nothing more is read until `unlock`. After that the
 * same code is ignored for `ignoreMs`, because the paper is usually still in front of the camera.
 */
type ReadGate = {
  /** True when this read counts; it then locks. */
  admit: (text: string) => boolean;
  unlock: () => void;
  readonly locked: boolean;
};

export function createReadGate(ignoreMs = 3000, now: () => number = () => performance.now()): ReadGate {
  let locked = false;
  let last: { text: string; until: number } | undefined;
  return {
    admit(text) {
      if (locked || (last?.text === text && now() < last.until)) return false;
      locked = true;
      last = { text, until: now() + ignoreMs };
      return true;
    },
    unlock() {
      locked = false;
      if (last) last.until = now() + ignoreMs;
    },
    get locked() {
      return locked;
    },
  };
}

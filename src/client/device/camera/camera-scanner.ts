import { type Camera, listCameras, rememberCamera } from './cameras.ts';
import { createHeldCamera, type ScannerState, createSerialQueue } from './held-camera.ts';
import type { ReadGate } from './read-gate.ts';

export type { ScannerState };

type ScannerEvents = {
  /** A code was read; nothing more is read until the gate is unlocked, which `start` does. */
  onCode: (text: string) => void;
  /** A code whose sale was open a moment ago is in front of the camera; called for each picture that shows it. */
  onAgain: (text: string, name: string) => void;
  onState: (state: ScannerState) => void;
};

export type CameraScanner = {
  /** Opens the camera; the outcome comes through `onState`. Also the way to try again. Never rejects. */
  start: () => Promise<void>;
  /** Closes the camera. May be called at any time, any number of times. Never rejects. */
  stop: () => Promise<void>;
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
 * All scanners of a page share one `gate`, which remembers the codes of earlier sales.
 */
export function createScanner(elementId: string, events: ScannerEvents, gate: ReadGate): CameraScanner {
  let wanted = false;
  const reader = {
    mayRead: () => !gate.isLocked,
    onRead: (text: string) => {
      const judgement = gate.judge(text);
      if (judgement.kind === 'read') events.onCode(text);
      if (judgement.kind === 'again') events.onAgain(text, judgement.name);
    },
  };
  const camera = createHeldCamera(elementId, reader, events.onState, cameraQueue);

  async function start(): Promise<void> {
    wanted = true;
    gate.unlock();
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
    listCameras,
    async chooseCamera(cameraId) {
      rememberCamera(cameraId);
      await start();
    },
    setTorch: camera.setTorch,
  };
}

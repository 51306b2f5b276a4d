import { type Camera, listCameras, rememberCamera } from './cameras.ts';
import { createHeldCamera, type ScannerState, createSerialQueue } from './held-camera.ts';
import type { ReadGate } from './read-gate.ts';

export type { ScannerState };

type ScannerEvents = {
  /** A code was read. Nothing more is read until `start` unlocks the gate. */
  onCode: (text: string) => void;
  /** Called for every frame with a code whose sale was open just before. */
  onAgain: (text: string, name: string) => void;
  onState: (state: ScannerState) => void;
};

export type CameraScanner = {
  /** Opens the camera and reports through `onState`. Also used to retry. Never rejects. */
  start: () => Promise<void>;
  /** Closes the camera. May be called at any time, any number of times. Never rejects. */
  stop: () => Promise<void>;
  /** Lists the device's cameras, whose names are only known once the camera was allowed. */
  listCameras: () => Promise<Camera[]>;
  /** Switches to this camera and stores the choice on the device. */
  chooseCamera: (cameraId: string) => Promise<void>;
  /** Does nothing without a torch. Reports through `onState`. */
  setTorch: (on: boolean) => Promise<void>;
};

/** A device has one camera, so opening and closing are queued (React mounts everything twice). */
const cameraQueue = createSerialQueue();

/**
 * Creates a scanner with its preview inside the element `elementId`, which must exist at `start` and is
 * emptied. All scanners of a page share one `gate`, which remembers the codes of earlier sales.
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
      // It may have been stopped while it was queued.
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

import { type Camera, listCameras, rememberCamera } from './cameras.ts';
import { createHeldCamera, type ScannerState, createSerialQueue } from './held-camera.ts';
import type { ScannerElements } from './open-camera.ts';
import type { Judgement, ReadGate } from './read-gate.ts';

export type { ScannerState };

/** The camera sees something other than one new voucher. The picture runs on. */
export type Aside = Exclude<Judgement, { kind: 'read' | 'ignored' }>;

type ScannerEvents = {
  /** A voucher was read. Nothing more is read until `start` unlocks the gate. */
  onCode: (text: string) => void;
  /** Called for every frame that shows something else. */
  onAside: (aside: Aside) => void;
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
 * Creates a scanner with its preview inside the element `elements.picture`, which must exist at `start` and is
 * emptied. All scanners of a page share one `gate`, which remembers the codes of earlier sales.
 */
export function createScanner(
  elements: ScannerElements,
  events: ScannerEvents,
  gate: ReadGate,
): CameraScanner {
  let wanted = false;
  const reader = {
    mayRead: () => !gate.isLocked,
    onRead: (texts: readonly string[]) => {
      const judgement = gate.judge(texts);
      if (judgement.kind === 'read') events.onCode(judgement.text);
      else if (judgement.kind !== 'ignored') events.onAside(judgement);
    },
  };
  const camera = createHeldCamera(elements, reader, events.onState, () => void reopen());

  /** The picture stands still. A locked gate stays locked. */
  async function reopen(): Promise<void> {
    await cameraQueue(async () => {
      await camera.close();
      // It may have been stopped while it was queued.
      if (wanted) await camera.open();
    });
  }

  async function start(): Promise<void> {
    wanted = true;
    gate.unlock();
    await reopen();
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

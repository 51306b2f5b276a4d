import { keepChoice } from '../kept-choice.ts';
import { listCameras, cameraErrorCode, type CameraErrorCode } from './cameras.ts';
import { type ScannerElements, openCamera, type OpenCamera, type Reader } from './open-camera.ts';
import type { Judgement, ReadGate } from './read-gate.ts';

/** The camera sees something other than one new voucher. The picture runs on. */
export type Aside = Exclude<Judgement, { kind: 'read' | 'ignored' }>;

type ScannerEvents = {
  /** A voucher was read. Nothing more is read until `start` unlocks the gate. */
  onCode: (text: string) => void;
  /** Called for every frame that shows something else. */
  onAside: (aside: Aside) => void;
  onState: (state: ScannerState) => void;
};

export type CameraScanner = ReturnType<typeof createScanner>;

/** A device has one camera, so opening and closing are queued (React mounts everything twice). */
const cameraQueue = createSerialQueue();

/**
 * Creates a scanner with its preview inside the element `elements.picture`, which must exist at `start` and is
 * emptied. All scanners of a page share one `gate`, which remembers the codes of earlier sales.
 */
export function createScanner(elements: ScannerElements, events: ScannerEvents, gate: ReadGate) {
  let wanted = false;
  const reader = {
    mayRead: () => !gate.isLocked,
    onRead: (texts: readonly string[]) => {
      // A code read behind a dialog would take it away while a person types or confirms in it.
      if (document.querySelector('dialog[open]') !== null) return;
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
    /** Opens the camera and reports through `onState`. Also used to retry. Never rejects. */
    start,
    /** Closes the camera. May be called at any time, any number of times. Never rejects. */
    async stop() {
      wanted = false;
      await cameraQueue(camera.close);
      events.onState({ kind: 'stopped' });
    },
    /** Lists the device's cameras, whose names are only known once the camera was allowed. */
    listCameras,
    /** Switches to this camera and stores the choice on the device. */
    async chooseCamera(cameraId: string) {
      keepChoice('camera', cameraId);
      await start();
    },
    /** Does nothing without a torch. Reports through `onState`. */
    setTorch: camera.setTorch,
  };
}

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

/**
 * The camera of one scanner, open or closed. Changes are reported to `onState`, and its calls are queued. `onStill` is
 * called when an open camera gives no picture any more.
 */
function createHeldCamera(
  elements: ScannerElements,
  reader: Reader,
  onState: (state: ScannerState) => void,
  onStill: () => void,
) {
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
    async setTorch(on: boolean) {
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

function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** A picture without a new frame for this long stands still. */
const stillMs = 2_000;

type Watched = { readonly video: HTMLVideoElement; readonly track: MediaStreamTrack };

/**
 * Calls `onStill` once when the page is visible and the picture gives no frame for 2 s: sleep and calls pause the
 * video or mute the track on iOS, and another program or a pulled plug ends it. Returns a function that stops
 * watching.
 */
function watchPicture({ video, track }: Watched, onStill: () => void): () => void {
  let seen = -1;
  let timer = 0;
  const look = (): void => {
    const isStill = video.paused || track.muted || track.readyState === 'ended' || video.currentTime === seen;
    seen = video.currentTime;
    if (!isStill) return;
    stop();
    onStill();
  };
  const watch = (): void => {
    clearInterval(timer);
    seen = -1;
    if (document.visibilityState === 'visible') timer = window.setInterval(look, stillMs);
  };
  const stop = (): void => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', watch);
  };
  document.addEventListener('visibilitychange', watch);
  watch();
  return stop;
}

import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import { keepChoice, readChoice } from '../kept-choice.ts';
import { cameraErrorCode } from './cameras.ts';
import { createFrameReader, startDecoder } from './decode-qr.ts';
import { frameInPicture } from './frame-area.ts';

/** A camera that shows its picture and reads codes from it ten times a second. */
export type OpenCamera = {
  readonly track: MediaStreamTrack;
  readonly video: HTMLVideoElement;
  readonly hasTorch: boolean;
  setTorch: (on: boolean) => Promise<void>;
  /** Stops the camera and empties the element. No read arrives after this call. */
  close: () => Promise<void>;
};

/** Ids of the element that shows the camera's picture and of the frame drawn over it. */
export type ScannerElements = { readonly picture: string; readonly frame: string };

/** `mayRead` is called ten times a second; false skips the frame. `onRead` gets all codes in the drawn frame. */
export type Reader = { mayRead: () => boolean; onRead: (texts: readonly string[]) => void };

const wantedSize = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens the remembered camera. If it is gone, forgets it and opens the back camera. */
export async function openCamera(elements: ScannerElements, reader: Reader): Promise<OpenCamera> {
  const remembered = readChoice('camera');
  if (remembered !== null) {
    try {
      return await openOne(elements, { deviceId: { exact: remembered } }, reader);
    } catch (thrown) {
      if (cameraErrorCode(thrown) !== 'CAMERA_ABSENT') throw thrown;
      keepChoice('camera', null);
    }
  }
  return openOne(elements, { facingMode: 'environment' }, reader);
}

async function openOne(
  elements: ScannerElements,
  which: MediaTrackConstraints,
  reader: Reader,
): Promise<OpenCamera> {
  const scanner = new Html5Qrcode(elements.picture, {
    verbose: false,
    formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    useBarCodeDetectorIfSupported: false,
  });
  const readFrame = createFrameReader();
  let open = true;
  replaceDecoder(scanner, async () => {
    const video = videoIn(elements.picture);
    const frame = document.getElementById(elements.frame);
    if (!open || !video || !frame || video.videoWidth === 0 || !reader.mayRead()) return;
    const size = { width: video.videoWidth, height: video.videoHeight };
    const drawn = frameInPicture(frame.getBoundingClientRect(), video.getBoundingClientRect(), size);
    const texts = await readFrame(video, size, drawn);
    if (open && texts.length > 0) reader.onRead(texts);
  });
  const close = (): Promise<void> => {
    open = false;
    return stopCamera(elements.picture, scanner);
  };
  const settings = { fps: 10, disableFlip: true, videoConstraints: { ...which, ...wantedSize } };
  try {
    const decoder = startDecoder().then(() => undefined, asFailure);
    await scanner.start({ facingMode: 'environment' }, settings, () => undefined, undefined);
    const failure = await decoder;
    if (failure) throw failure;
    const shown = await whenPlaying(videoIn(elements.picture));
    const torch = scanner.getRunningTrackCameraCapabilities().torchFeature();
    return { ...shown, close, hasTorch: torch.isSupported(), setTorch: (on) => torch.apply(on) };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function videoIn(elementId: string): HTMLVideoElement | null {
  return document.querySelector<HTMLVideoElement>(`#${CSS.escape(elementId)} video`);
}

function asFailure(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Stops everything left, even when html5-qrcode is busy and throws. */
async function stopCamera(elementId: string, scanner: Html5Qrcode): Promise<void> {
  const element = document.getElementById(elementId);
  const stream = element?.querySelector('video')?.srcObject;
  const tracks = stream instanceof MediaStream ? stream.getTracks() : [];
  try {
    await scanner.stop();
  } catch {
    // Not running, so only the tracks below need stopping.
  }
  for (const track of tracks) track.stop();
  element?.replaceChildren();
}

/**
 * Resolves with the video and its track once its picture moves and html5-qrcode reads it (it starts in its own
 * "playing" listener, which runs before ours). Rejects after 8 s without a picture.
 */
function whenPlaying(video: HTMLVideoElement | null): Promise<Pick<OpenCamera, 'video' | 'track'>> {
  const stream = video?.srcObject;
  const track = stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined;
  if (!video || !track) return Promise.reject(new Error('no video'));
  // The preview follows its box: html5-qrcode fixes the width in pixels once and ignores rotation. The drawn frame
  // is mapped to the picture by this object-fit.
  Object.assign(video.style, { width: '100%', height: '100%', objectFit: 'cover' });
  if (video.parentElement?.querySelector('canvas')) return Promise.resolve({ video, track });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the camera shows no picture')), 8000);
    video.addEventListener(
      'playing',
      () => {
        clearTimeout(timer);
        resolve({ video, track });
      },
      { once: true },
    );
  });
}

/** Interface that html5-qrcode 2.3.8 expects in its private field `qrcode`. */
type FrameDecoder = {
  decodeAsync: (canvas: HTMLCanvasElement) => Promise<unknown>;
  decodeRobustlyAsync: (canvas: HTMLCanvasElement) => Promise<unknown>;
};

/** The only private field of html5-qrcode in use. Its version is pinned and a test checks this field. */
type WithDecoder = { qrcode: FrameDecoder };

function hasDecoder(scanner: object): scanner is WithDecoder {
  if (!('qrcode' in scanner) || typeof scanner.qrcode !== 'object' || scanner.qrcode === null) return false;
  return 'decodeAsync' in scanner.qrcode && 'decodeRobustlyAsync' in scanner.qrcode;
}

/**
 * Makes `scanner` call `look` for each frame instead of decoding its preview's small canvas: 93 % of hard codes
 * instead of 49. html5-qrcode knows one code for each frame, so `look` reports its codes itself and html5-qrcode
 * receives none. Throws when html5-qrcode's structure has changed.
 */
function replaceDecoder(scanner: Html5Qrcode, look: () => Promise<void>): void {
  const target: object = scanner;
  if (!hasDecoder(target)) throw new Error('html5-qrcode no longer keeps its decoder in the field "qrcode"');
  const lookAndGoOn = async (): Promise<never> => {
    await look();
    throw new Error('go on');
  };
  target.qrcode = { decodeAsync: lookAndGoOn, decodeRobustlyAsync: lookAndGoOn };
}

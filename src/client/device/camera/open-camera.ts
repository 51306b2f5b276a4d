import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import { cameraErrorCode, rememberCamera, rememberedCamera } from './cameras.ts';
import { startDecoder } from './decode-qr.ts';
import { replaceDecoder } from './replace-decoder.ts';

/** A camera that shows its picture and reads codes from it ten times a second. */
export type OpenCamera = {
  readonly track: MediaStreamTrack;
  readonly hasTorch: boolean;
  setTorch: (on: boolean) => Promise<void>;
  /** Stops the camera and empties the element. No read arrives after this call. */
  close: () => Promise<void>;
};

/** Called ten times a second; false skips the frame. */
export type Reader = { mayRead: () => boolean; onRead: (text: string) => void };

const wantedSize = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens the remembered camera. If it is gone, forgets it and opens the back camera. */
export async function openCamera(elementId: string, reader: Reader): Promise<OpenCamera> {
  const remembered = rememberedCamera();
  if (remembered !== undefined) {
    try {
      return await openOne(elementId, { deviceId: { exact: remembered } }, reader);
    } catch (thrown) {
      if (cameraErrorCode(thrown) !== 'CAMERA_ABSENT') throw thrown;
      rememberCamera(undefined);
    }
  }
  return openOne(elementId, { facingMode: 'environment' }, reader);
}

async function openOne(elementId: string, which: MediaTrackConstraints, reader: Reader): Promise<OpenCamera> {
  const scanner = new Html5Qrcode(elementId, {
    verbose: false,
    formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    useBarCodeDetectorIfSupported: false,
  });
  const video = () => document.querySelector<HTMLVideoElement>(`#${CSS.escape(elementId)} video`);
  let open = true;
  replaceDecoder(scanner, video, () => open && reader.mayRead());
  const close = (): Promise<void> => {
    open = false;
    return stopCamera(elementId, scanner);
  };
  const settings = { fps: 10, disableFlip: true, videoConstraints: { ...which, ...wantedSize } };
  try {
    const decoder = startDecoder().then(() => undefined, asFailure);
    const onRead = (text: string) => open && reader.onRead(text);
    await scanner.start({ facingMode: 'environment' }, settings, onRead, undefined);
    const failure = await decoder;
    if (failure) throw failure;
    const track = await whenPlaying(video());
    const torch = scanner.getRunningTrackCameraCapabilities().torchFeature();
    return { track, close, hasTorch: torch.isSupported(), setTorch: (on) => torch.apply(on) };
  } catch (thrown) {
    await close();
    throw thrown;
  }
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
 * Resolves with the camera's track once its picture moves and html5-qrcode reads it (it starts in its own
 * "playing" listener, which runs before ours). Rejects after 8 s without a picture.
 */
function whenPlaying(video: HTMLVideoElement | null): Promise<MediaStreamTrack> {
  const stream = video?.srcObject;
  const track = stream instanceof MediaStream ? stream.getVideoTracks()[0] : undefined;
  if (!video || !track) return Promise.reject(new Error('no video'));
  // The preview follows its box: html5-qrcode fixes the width in pixels once and ignores rotation.
  Object.assign(video.style, { width: '100%', height: '100%', objectFit: 'cover' });
  if (video.parentElement?.querySelector('canvas')) return Promise.resolve(track);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the camera shows no picture')), 8000);
    video.addEventListener(
      'playing',
      () => {
        clearTimeout(timer);
        resolve(track);
      },
      { once: true },
    );
  });
}

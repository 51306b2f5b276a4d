export type Camera = { readonly id: string; readonly label: string };

/** Returns the device's cameras in the browser's order; empty until the camera was allowed once. */
export async function listCameras(): Promise<Camera[]> {
  if (!('mediaDevices' in navigator)) return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  return cameras.map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** `unknown`: the browser does not tell before it asks. */
export type CameraPermission = 'granted' | 'denied' | 'unknown' | 'none';

/** Returns whether this device has a camera and may use it, without opening it. */
export async function readCameraPermission(): Promise<CameraPermission> {
  if (!('mediaDevices' in navigator)) return 'none';
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  if (!devices.some(({ kind }) => kind === 'videoinput')) return 'none';
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'prompt' ? 'unknown' : state;
  } catch {
    // Firefox and older Safari do not know this permission.
    return 'unknown';
  }
}

/** Opens the camera for a moment and returns whether it gave a picture. */
export async function tryCamera(): Promise<boolean> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    for (const track of stream.getTracks()) track.stop();
    return true;
  } catch {
    // Refused, busy or absent; the check list shows it.
    return false;
  }
}

/**
 * Reasons why a camera shows no picture: refused by the person or the device's owner, absent, used by another
 * program, a page without https, or anything else.
 */
export type CameraErrorCode =
  | 'CAMERA_DENIED'
  | 'CAMERA_ABSENT'
  | 'CAMERA_BUSY'
  | 'CAMERA_INSECURE'
  | 'CAMERA_FAILED';

/** Names that browsers give to a failed getUserMedia, including old spellings. */
const codeByName: readonly (readonly [RegExp, CameraErrorCode])[] = [
  [/NotAllowedError|PermissionDenied|PermissionDismissed/, 'CAMERA_DENIED'],
  [/NotFoundError|DevicesNotFound|OverconstrainedError/, 'CAMERA_ABSENT'],
  [/NotReadableError|TrackStartError|AbortError/, 'CAMERA_BUSY'],
  [/SecurityError|mediaDevices not supported|streaming not supported/, 'CAMERA_INSECURE'],
];

/**
 * Returns the code of an error: html5-qrcode passes on the browser's error as text, so the name is searched
 * in it.
 */
export function cameraErrorCode(thrown: unknown): CameraErrorCode {
  const text = thrown instanceof Error ? `${thrown.name} ${thrown.message}` : String(thrown);
  return codeByName.find(([name]) => name.test(text))?.[1] ?? 'CAMERA_FAILED';
}

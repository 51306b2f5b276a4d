export type Camera = { readonly id: string; readonly label: string };

/** The cameras of this device, in the browser's order. Empty until the camera was allowed once. */
export async function listCameras(): Promise<Camera[]> {
  if (!('mediaDevices' in navigator)) return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  return cameras.map(({ deviceId, label }) => ({ id: deviceId, label }));
}

const key = 'mercado.camera';

/** The camera chosen last on this device, or undefined: none chosen, or the browser keeps nothing. */
export function rememberedCamera(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the choice, or forgets it. A browser that keeps nothing is no reason not to scan. */
export function rememberCamera(cameraId: string | undefined): void {
  try {
    if (cameraId === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, cameraId);
  } catch {
    // Asked again next time.
  }
}

/** `unknown`: the browser does not say before it is asked. */
export type CameraPermission = 'granted' | 'denied' | 'unknown' | 'none';

/** Whether this device has a camera and may use it; opens nothing. */
export async function readCameraPermission(): Promise<CameraPermission> {
  if (!('mediaDevices' in navigator)) return 'none';
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  if (!devices.some(({ kind }) => kind === 'videoinput')) return 'none';
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'prompt' ? 'unknown' : state;
  } catch {
    // Firefox and older Safari know no such permission.
    return 'unknown';
  }
}

/** Opens the camera for a moment; true when it gave a picture. */
export async function tryCamera(): Promise<boolean> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    for (const track of stream.getTracks()) track.stop();
    return true;
  } catch {
    // Refused, busy or absent: the check list says so.
    return false;
  }
}

/**
 * Everything that can keep a camera from showing a picture:
 * refused by the person or by the device's owner; none there; taken by another program; a page without https;
 * anything else.
 */
export type CameraErrorCode =
  | 'CAMERA_DENIED'
  | 'CAMERA_ABSENT'
  | 'CAMERA_BUSY'
  | 'CAMERA_INSECURE'
  | 'CAMERA_FAILED';

/** The names browsers give to a failed getUserMedia, old spellings included. */
const codeByName: readonly (readonly [RegExp, CameraErrorCode])[] = [
  [/NotAllowedError|PermissionDenied|PermissionDismissed/, 'CAMERA_DENIED'],
  [/NotFoundError|DevicesNotFound|OverconstrainedError/, 'CAMERA_ABSENT'],
  [/NotReadableError|TrackStartError|AbortError/, 'CAMERA_BUSY'],
  [/SecurityError|mediaDevices not supported|streaming not supported/, 'CAMERA_INSECURE'],
];

/** The code for what was thrown: html5-qrcode hands the browser's error on as text, so the name is looked for in it. */
export function cameraErrorCode(thrown: unknown): CameraErrorCode {
  const text = thrown instanceof Error ? `${thrown.name} ${thrown.message}` : String(thrown);
  return codeByName.find(([name]) => name.test(text))?.[1] ?? 'CAMERA_FAILED';
}

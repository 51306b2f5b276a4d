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

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

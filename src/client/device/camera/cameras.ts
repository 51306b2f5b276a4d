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

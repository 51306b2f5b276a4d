export type Camera = { readonly id: string; readonly label: string };

/** The cameras of this device, in the browser's order. Empty until the camera was allowed once. */
export async function listCameras(): Promise<Camera[]> {
  if (!('mediaDevices' in navigator)) return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  return cameras.map(({ deviceId, label }) => ({ id: deviceId, label }));
}

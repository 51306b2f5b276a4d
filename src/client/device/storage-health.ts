/** The version of this build, and what the browser says of its storage: what the server shows of the device. */
export async function storageHealth(): Promise<{ appVersion: string; storage: string }> {
  const { isPersistent, freeBytes } = await readStorage();
  const free = freeBytes === null ? '' : `, ${Math.round(freeBytes / 1_000_000)} MB libres`;
  return { appVersion, storage: (isPersistent ? 'Protegida' : 'Sin proteger') + free };
}

/** Version of this build. */
export const appVersion = String(import.meta.env['VITE_APP_VERSION'] ?? '');

export type StorageState = { isPersistent: boolean; freeBytes: number | null };

/** Whether the browser promises not to clear what is stored, and how much room it gives. */
export async function readStorage(): Promise<StorageState> {
  if (!('storage' in navigator)) return { isPersistent: false, freeBytes: null };
  const [isPersistent, estimate] = await Promise.all([
    navigator.storage.persisted?.() ?? false,
    navigator.storage.estimate?.() ?? {},
  ]);
  const { quota, usage } = estimate;
  return { isPersistent, freeBytes: quota === undefined || usage === undefined ? null : quota - usage };
}

/** Asks the browser not to clear what is stored; returns whether it promised. Some ask the person, most decide alone. */
export async function askPersistence(): Promise<boolean> {
  if (!('storage' in navigator) || !navigator.storage.persist) return false;
  return navigator.storage.persist();
}

/** Whether the page runs as an installed application and not in a tab. */
export function isInstalled(): boolean {
  const isStandalone = matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;
  return isStandalone || ('standalone' in navigator && navigator.standalone === true);
}

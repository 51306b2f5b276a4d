/** Returns the build's version and the browser's storage state, as the server shows them for the device. */
export async function storageHealth(): Promise<{ appVersion: string; storage: string }> {
  const { isPersistent, freeBytes } = await readStorage();
  const free = freeBytes === null ? '' : `, ${Math.round(freeBytes / 1_000_000)} MB libres`;
  return { appVersion, storage: (isPersistent ? 'Protegida' : 'Sin proteger') + free };
}

/** Version of this build. */
export const appVersion = String(import.meta.env['VITE_APP_VERSION'] ?? '');

export type StorageState = { isPersistent: boolean; freeBytes: number | null };

/** Returns whether the browser promises to keep stored data, and how much space it grants. */
export async function readStorage(): Promise<StorageState> {
  if (!('storage' in navigator)) return { isPersistent: false, freeBytes: null };
  const [isPersistent, estimate] = await Promise.all([
    navigator.storage.persisted?.() ?? false,
    navigator.storage.estimate?.() ?? {},
  ]);
  const { quota, usage } = estimate;
  return { isPersistent, freeBytes: quota === undefined || usage === undefined ? null : quota - usage };
}

/**
 * Asks the browser to keep stored data, and returns whether it promised. Some browsers ask the person; most
 * decide alone.
 */
export async function askPersistence(): Promise<boolean> {
  if (!('storage' in navigator) || !navigator.storage.persist) return false;
  return navigator.storage.persist();
}

/** Returns whether the page runs as an installed app rather than in a tab. */
export function isInstalled(): boolean {
  const isStandalone = matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;
  return isStandalone || ('standalone' in navigator && navigator.standalone === true);
}

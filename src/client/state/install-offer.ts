import { atom, useAtomValue } from 'jotai';
import { store } from '#src/client/state/store.ts';

/** Chromium's event: the browser can install this page, and waits for the app to ask. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offerAtom = atom<InstallOffer | null>(null);

/**
 * Stores the browser's offer until a tap, and suppresses the browser's own bar. The offer comes once, before
 * the first screen.
 */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!('prompt' in event)) return;
    event.preventDefault();
    store.set(offerAtom, event as InstallOffer);
  });
  addEventListener('appinstalled', () => store.set(offerAtom, null));
}

/** Returns whether the browser would install the app now. */
export function useCanInstall(): boolean {
  return useAtomValue(offerAtom, { store }) !== null;
}

/** Opens the browser's own dialog, which is allowed once per offer. */
export async function install(): Promise<void> {
  const offer = store.get(offerAtom);
  store.set(offerAtom, null);
  // Refused or already open: the row disappears until the browser makes another offer.
  await offer?.prompt().catch(() => undefined);
}

import { atom, useAtomValue } from 'jotai';
import { store } from '#src/client/state/store.ts';

/** Chromium's event: the browser would install this page, and waits to be asked. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offerAtom = atom<InstallOffer | null>(null);

/** The browser offers it once, before the first screen: kept until a tap, in place of the browser's bar. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!('prompt' in event)) return;
    event.preventDefault();
    store.set(offerAtom, event as InstallOffer);
  });
  addEventListener('appinstalled', () => store.set(offerAtom, null));
}

/** Whether the browser would install the app now. */
export function useCanInstall(): boolean {
  return useAtomValue(offerAtom, { store }) !== null;
}

/** Asks by the browser's own dialog, which may be opened once for each offer. */
export async function install(): Promise<void> {
  const offer = store.get(offerAtom);
  store.set(offerAtom, null);
  // Refused or already open: the row is gone, and the browser offers again when it wants to.
  await offer?.prompt().catch(() => undefined);
}

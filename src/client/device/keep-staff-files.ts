import { keepStaffFiles as message, staffFilesMark } from '#src/contract/staff-files.ts';

/** A person works here: from now on the files of all staff pages are cached, so that they open offline. */
export function keepStaffFiles(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message));
}

/** Returns whether all of them are cached; true where there is no cache, as on a developer's machine. */
export async function holdsStaffFiles(): Promise<boolean> {
  if (!('caches' in globalThis) || !import.meta.env.PROD) return true;
  return (await caches.match(staffFilesMark)) !== undefined;
}

import { keepStaffFiles as message, staffFilesMark } from '#src/contract/staff-files.ts';

/** Somebody works here: from now on the files of all staff pages are kept, so that they open without a link. */
export function keepStaffFiles(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message));
}

/** Whether all of them have come; true where nothing is kept at all, as on a developer's machine. */
export async function holdsStaffFiles(): Promise<boolean> {
  if (!('caches' in globalThis) || !import.meta.env.PROD) return true;
  return (await caches.match(staffFilesMark)) !== undefined;
}

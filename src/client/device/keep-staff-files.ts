import {
  keepLaterFiles as laterMessage,
  keepStaffFiles as message,
  staffFilesMark,
} from '#src/contract/staff-files.ts';

/** A person works here: from now on the files of all staff pages are cached, so that they open offline. */
export function keepStaffFiles(): void {
  tellWorker(message);
}

/** A phone buys: from now on it can do so offline. */
export function keepLaterFiles(): void {
  tellWorker(laterMessage);
}

function tellWorker(told: typeof message | typeof laterMessage): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(told));
}

/** Returns whether all of them are cached; true where there is no cache, as on a developer's machine. */
export async function holdsStaffFiles(): Promise<boolean> {
  if (!('caches' in globalThis) || !import.meta.env.PROD) return true;
  return (await caches.match(staffFilesMark)) !== undefined;
}

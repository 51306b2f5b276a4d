import { maxSharedBytes, sharedFile } from '#src/contract/shared-file.ts';

/** A file that the system passed to the app: shared with it, or opened with it. */
export type HandedFile = { readonly name: string; readonly text: string };

/**
 * Returns the waiting file, or null when there is none or the browser cannot store one. It stays until it is
 * dropped.
 */
export async function readHandedFile(): Promise<HandedFile | null> {
  if (!('caches' in window)) return null;
  const kept = await caches.match(sharedFile.key, { cacheName: sharedFile.cache });
  if (!kept) return null;
  const name = decodeURIComponent(kept.headers.get(sharedFile.nameHeader) ?? '');
  return { name, text: await kept.text() };
}

/** Stores a file opened with the app, in the place where the service worker stores a shared one. */
export async function keepHandedFile(file: File): Promise<void> {
  if (file.size > maxSharedBytes) return;
  const cache = await caches.open(sharedFile.cache);
  const headers = { [sharedFile.nameHeader]: encodeURIComponent(file.name) };
  await cache.put(sharedFile.key, new Response(file, { headers }));
}

/** Deletes the file after a person has decided about it. */
export async function dropHandedFile(): Promise<void> {
  await caches.delete(sharedFile.cache);
}

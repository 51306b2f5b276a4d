import { maxSharedBytes, sharedFile } from '#src/contract/shared-file.ts';

/** A file that the system handed to the application: shared with it, or opened with it. */
export type HandedFile = { readonly name: string; readonly text: string };

/** What waits to be shown; null for nothing, or a browser without a place for it. It stays there until it is dropped. */
export async function readHandedFile(): Promise<HandedFile | null> {
  if (!('caches' in window)) return null;
  const kept = await caches.match(sharedFile.key, { cacheName: sharedFile.cache });
  if (!kept) return null;
  const name = decodeURIComponent(kept.headers.get(sharedFile.nameHeader) ?? '');
  return { name, text: await kept.text() };
}

/** Lays down a file that was opened with the application, where a shared one is laid down by the service worker. */
export async function keepHandedFile(file: File): Promise<void> {
  if (file.size > maxSharedBytes) return;
  const cache = await caches.open(sharedFile.cache);
  const headers = { [sharedFile.nameHeader]: encodeURIComponent(file.name) };
  await cache.put(sharedFile.key, new Response(file, { headers }));
}

/** A person has decided about it. */
export async function dropHandedFile(): Promise<void> {
  await caches.delete(sharedFile.cache);
}

import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** True for the one message a page sends: take over now, the operator agreed. */
function isUpdateRequest(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
}

/**
 * Addresses (path and query) that are never answered with the page: the API and what the server says of itself, and
 * anything that looks like a file, so that a missing file is a 404 and not HTML.
 */
const neverThePage: readonly RegExp[] = [
  /^\/(?:api|docs|health|ready|metrics)(?:[/?]|$)/,
  /^[^?]*\/[^/?]*\.[^/?]+(?:\?|$)/,
];

/** Tells every open page that the network may be back. The pages send; the worker holds no data and sends nothing. */
async function wakePages(clients: Clients): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: 'WAKE' });
}

/** The part of a Background Sync event we read; no library of TypeScript describes it. */
type SyncEvent = ExtendableEvent & { readonly tag: string };

// A switchboard: the built files come from the cache, a page address gets the page, everything else, all of /api
// above all, goes to the network untouched. No answer about money is ever kept here.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...neverThePage] }));

// Pages of a first visit are taken in at once; a new version waits until a page says so.
clientsClaim();
self.addEventListener('message', (event) => {
  if (isUpdateRequest(event.data)) void self.skipWaiting();
});

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'outbox') (event as SyncEvent).waitUntil(wakePages(self.clients));
});

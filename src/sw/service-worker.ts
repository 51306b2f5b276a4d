import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isUpdateRequest } from './is-update-request.ts';
import { neverThePage } from './never-the-page.ts';
import { wakePages } from './wake-pages.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

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

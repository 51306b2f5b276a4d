import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { manualPath } from '#src/contract/manual.ts';
import { sharePath } from '#src/contract/shared-file.ts';
import { keepStaffFiles } from '#src/contract/staff-files.ts';
import { answerManual } from './manual.ts';
import { takeSharedFile } from './shared-file.ts';
import { createStaffFiles } from './staff-files.ts';

/** The build marks what only staff needs (vite.config.ts). */
type BuiltFile = PrecacheEntry & { readonly isStaff?: boolean };

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/** True for the message `type` of a page: to take over now, the operator agreed; or to keep the files of staff. */
function isMessage(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}

/**
 * Addresses (path and query) that are never answered with the page that was kept: the API and what the server says of itself,
 * and anything that looks like a file, so that a missing file is a 404 and not HTML. The steps of a demo come from the server,
 * which may have been no demo when the page was kept.
 */
const neverThePage: readonly RegExp[] = [
  /^\/(?:api|docs|health|ready|metrics|demo)(?:[/?]|$)/,
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
const built = self.__WB_MANIFEST as BuiltFile[];
precacheAndRoute(built.flatMap(({ isStaff = false, ...entry }) => (isStaff ? [] : [entry])));
cleanupOutdatedCaches();
const staffFiles = createStaffFiles(
  built.flatMap(({ isStaff = false, url }) => (isStaff ? [url] : [])),
  self.location.origin,
);
registerRoute(
  ({ url }) => staffFiles.has(url),
  ({ request }) => staffFiles.answer(request),
);
registerRoute(
  ({ url }) => url.pathname.startsWith(manualPath),
  ({ request }) => answerManual(request),
);
registerRoute(
  ({ url }) => url.pathname === sharePath,
  ({ request }) => takeSharedFile(request),
  'POST',
);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [...neverThePage] }));

// Pages of a first visit are taken in at once; a new version waits until a page says so.
clientsClaim();
self.addEventListener('message', (event) => {
  if (isMessage(event.data, 'SKIP_WAITING')) void self.skipWaiting();
  // What does not come now comes with the next page that asks.
  if (isMessage(event.data, keepStaffFiles.type)) event.waitUntil(staffFiles.keep().catch(() => undefined));
});
// Where staff works a new version is whole, or it is not there.
self.addEventListener('install', (event) => {
  event.waitUntil(staffFiles.isHeld().then((isHeld) => (isHeld ? staffFiles.keep() : undefined)));
});
self.addEventListener('activate', (event) => event.waitUntil(staffFiles.dropOthers()));

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'outbox') (event as SyncEvent).waitUntil(wakePages(self.clients));
});

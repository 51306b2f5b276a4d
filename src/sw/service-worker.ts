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

/** The build marks files that only staff need (vite.config.ts). */
type BuiltFile = PrecacheEntry & { readonly isStaff?: boolean };

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/**
 * Returns whether a page sent a message of this `type`: to activate this version after the person agreed, or
 * to cache the staff's files.
 */
function isMessage(data: unknown, type: string): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}

/**
 * Paths (with query) that are never answered with the cached page: the API, the server's own information, and
 * anything that looks like a file, so that a missing file is a 404 and not HTML. The demo's steps come from
 * the server, which may have been no demo when the page was cached.
 */
const neverThePage: readonly RegExp[] = [
  /^\/(?:api|docs|health|ready|metrics|demo)(?:[/?]|$)/,
  /^[^?]*\/[^/?]*\.[^/?]+(?:\?|$)/,
];

/**
 * Notifies every open page that the network may be back. Pages send; the worker holds no data and sends
 * nothing.
 */
async function wakePages(clients: Clients): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: 'WAKE' });
}

/** The used part of a Background Sync event, which TypeScript's libraries do not declare. */
type SyncEvent = ExtendableEvent & { readonly tag: string };

// Built files come from the cache, and a page address gets the cached page. All else, above all /api, goes to
// the network unchanged. No answer about money is ever stored here.
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

// Takes control of the pages of a first visit at once. A new version waits until a page requests it.
clientsClaim();
self.addEventListener('message', (event) => {
  if (isMessage(event.data, 'SKIP_WAITING')) void self.skipWaiting();
  // A file that fails now is fetched at the next request.
  if (isMessage(event.data, keepStaffFiles.type)) event.waitUntil(staffFiles.keep().catch(() => undefined));
});
// On a staff device a new version is complete, or it is not installed.
self.addEventListener('install', (event) => {
  event.waitUntil(staffFiles.isHeld().then((isHeld) => (isHeld ? staffFiles.keep() : undefined)));
});
self.addEventListener('activate', (event) => event.waitUntil(staffFiles.dropOthers()));

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'outbox') (event as SyncEvent).waitUntil(wakePages(self.clients));
});

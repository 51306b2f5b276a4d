import { cacheNames, clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isFileOf } from '#src/contract/file-types.ts';
import { manualPath } from '#src/contract/manual.ts';
import { sharePath } from '#src/contract/shared-file.ts';
import {
  keepLaterFiles,
  keepStaffFiles,
  laterFilesCache,
  mendFilesMessage,
  staffFilesCache,
} from '#src/contract/staff-files.ts';
import { answerManual } from './manual.ts';
import { takeSharedFile } from './shared-file.ts';
import { createStaffFiles, dropWrongFiles, laterGroup } from './staff-files.ts';

/** The build marks files that only staff need, and those that a customer needs later (vite.config.ts). */
type BuiltFile = PrecacheEntry & { readonly isStaff?: boolean; readonly isLater?: boolean };

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

/**
 * Returns whether a page sent a message of this `type`: to activate this version after the person agreed, or
 * to cache the staff's files.
 */
function isMessage(data: unknown, type: string): data is object {
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
// Before the cache: workbox's own check takes every status below 400, and copies a redirected answer.
addPlugins([
  {
    fetchDidSucceed: ({ request, response }) =>
      isFileOf(request.url, response)
        ? Promise.resolve(response)
        : Promise.reject(new Error(`${request.url} answered ${response.status} with another file`)),
  },
]);
precacheAndRoute(
  built.flatMap(({ isStaff = false, isLater = false, ...entry }) => (isStaff || isLater ? [] : [entry])),
);
cleanupOutdatedCaches();
const staffFiles = createStaffFiles(
  built.flatMap(({ isStaff = false, isLater = false, url }) => (isStaff || isLater ? [url] : [])),
  self.location.origin,
);
const laterFiles = createStaffFiles(
  built.flatMap(({ isLater = false, url }) => (isLater ? [url] : [])),
  self.location.origin,
  laterGroup,
);

/** A staff device holds the later files among its own. */
async function keepLater(): Promise<void> {
  if (!(await staffFiles.isHeld())) await laterFiles.keep();
}

/** A page lacks a part: what is wrong here is fetched again at its reload. */
async function mend(data: object): Promise<void> {
  const failed = 'url' in data && typeof data.url === 'string' ? data.url : '';
  for (const name of [cacheNames.precache, staffFilesCache, laterFilesCache])
    await dropWrongFiles(name, failed);
}

/** Fetches the new version's files of each kind that this device holds. */
async function keepHeld(): Promise<void> {
  if (await staffFiles.isHeld()) await staffFiles.keep();
  else if (await laterFiles.isHeld()) await laterFiles.keep();
}
registerRoute(
  ({ url }) => staffFiles.has(url),
  ({ request }) => staffFiles.answer(request, laterFiles.answer),
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
  if (isMessage(event.data, mendFilesMessage)) event.waitUntil(mend(event.data));
  // A file that fails now is fetched at the next request.
  if (isMessage(event.data, keepLaterFiles.type)) event.waitUntil(keepLater().catch(() => undefined));
  if (isMessage(event.data, keepStaffFiles.type)) event.waitUntil(staffFiles.keep().catch(() => undefined));
});
// On a device that holds more, a new version is complete, or it is not installed.
self.addEventListener('install', (event) => {
  event.waitUntil(keepHeld());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([staffFiles.dropOthers(), laterFiles.dropOthers()]));
});

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === 'outbox') (event as SyncEvent).waitUntil(wakePages(self.clients));
});

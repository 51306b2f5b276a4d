import { newOpId } from '#src/client/commands/new-id.ts';
import { NoWayOut, ownFetch, type PracticeServer } from './own-network.ts';
import { dropLeftovers, memoryStorage, ownFactory, ownLocks, prefixOf } from './own-storage.ts';

/** The real page's storage that practice reads: the page of origin, and the finished exercises. */
export type RealPlace = { session: Storage | null; local: Storage | null };

/** Sound and appearance settings that practice takes over; no sales. */
const kept = ['theme', 'mercado.voice', 'mercado.paper'];

/**
 * Replaces storage, network, database and camera of this document with practice's. It runs before any module
 * that opens a database is loaded, and cannot be undone: another page load ends practice. It replaces the
 * browser's objects and not their uses, so that later modules cannot bypass it. Storage is first: in a
 * browser that refuses part of it the function stops here, so real sales never meet a practice server.
 */
export function takeOwnPlace(answer: PracticeServer, camera: object): RealPlace {
  if (Symbol.for('Dexie') in globalThis) throw new Error('practice: a database library is loaded already');
  const real = { session: storageOf('sessionStorage'), local: storageOf('localStorage') };
  const own = prefixOf(newOpId().slice(0, 8));
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  const factory = indexedDB;
  put(window, 'indexedDB', ownFactory(factory, own));
  put(window, 'sessionStorage', memoryStorage());
  put(window, 'localStorage', memoryStorage(kept.map((key) => [key, real.local?.getItem(key) ?? null])));
  if (locks !== undefined) put(navigator, 'locks', ownLocks(locks, own));
  if ('BroadcastChannel' in window) put(window, 'BroadcastChannel', ownChannels(own));
  // Without private files there is no second copy here, and the real one is not read.
  put(navigator, 'storage', {
    persisted: async () => false,
    persist: async () => false,
    estimate: async () => ({}),
  });
  if ('caches' in window) put(window, 'caches', ownCaches(caches));

  put(window, 'fetch', ownFetch(fetch.bind(window), location.origin, answer));
  for (const way of ['XMLHttpRequest', 'WebSocket', 'EventSource', 'RTCPeerConnection'])
    put(window, way, NoWayOut);
  put(navigator, 'sendBeacon', () => false);

  // The badge on the icon counts real sales, and a shared file belongs to the real app.
  put(navigator, 'setAppBadge', async () => undefined);
  put(navigator, 'clearAppBadge', async () => undefined);
  leaveForLaunches();
  put(navigator, 'mediaDevices', camera);
  dropLeftovers(factory, locks, own).catch(() => undefined);
  return real;
}

function put(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  if (Reflect.get(target, name) !== value) throw new Error(`practice: ${name} stayed the real one`);
}

/** Returns null when the browser refuses storage. */
function storageOf(name: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

function ownChannels(own: string): typeof BroadcastChannel {
  return class extends BroadcastChannel {
    constructor(name: string) {
      super(own + name);
    }
  };
}

/** Exposes the caches with the app's files, but not those with files shared with the real app. */
function ownCaches(real: CacheStorage): Pick<CacheStorage, 'match' | 'open' | 'has' | 'keys' | 'delete'> {
  return {
    match: async (request, options) => (options?.cacheName === undefined ? real.match(request) : undefined),
    open: () => Promise.reject(new Error('practice: nothing is laid down')),
    has: async () => false,
    keys: async () => [],
    delete: async () => true,
  };
}

/** A shortcut of the icon opens the real page, never the practice page with the same name. */
function leaveForLaunches(): void {
  if (window.launchQueue === undefined) return;
  window.launchQueue.setConsumer(({ targetURL }) => {
    if (targetURL !== undefined) location.replace(targetURL);
  });
  put(window, 'launchQueue', undefined);
}

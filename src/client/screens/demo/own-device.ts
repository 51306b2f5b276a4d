/** Prefix of this tab's databases and locks; empty in a tab that no step has opened. */
let prefix = '';

/** Names the device of this tab. Called before a page opens a database. */
export function nameDevice(name: string): void {
  prefix = `demo-${name}-`;
}

const heldKey = 'demo-held-code';

/** The camera of this tab's next page sees this code: a visitor without paper or camera can scan too. */
export function holdCode(link: string): void {
  sessionStorage.setItem(heldKey, link);
}

/**
 * Makes this tab a device with its own database, link and camera, because all tabs of a demo share one browser.
 * It replaces the browser's objects and not their uses, so it runs before a module that keeps one of them is
 * loaded. Such a tab has no second copy: the names of private files cannot be prefixed.
 */
export function separateDevice(): void {
  put(window, 'indexedDB', ownFactory(indexedDB));
  put(window, 'fetch', ownFetch(fetch.bind(window)));
  const { locks, storage, mediaDevices } = navigator as Partial<Navigator>;
  if (locks) put(navigator, 'locks', ownLocks(locks));
  if (storage)
    put(navigator, 'storage', {
      persisted: () => storage.persisted(),
      persist: () => storage.persist(),
      estimate: () => storage.estimate(),
    });
  if (mediaDevices) put(mediaDevices, 'getUserMedia', ownCamera(mediaDevices));
}

function put(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

function ownFactory(factory: IDBFactory): IDBFactory {
  const own: Partial<Record<PropertyKey, unknown>> = {
    open: (name: string, version?: number) => factory.open(prefix + name, version),
    deleteDatabase: (name: string) => factory.deleteDatabase(prefix + name),
    databases: async () =>
      (await factory.databases()).flatMap(({ name = '', ...rest }) =>
        name.startsWith(prefix) ? [{ ...rest, name: name.slice(prefix.length) }] : [],
      ),
  };
  return new Proxy(factory, {
    get(target, key) {
      // A browser that cannot list its databases lacks the method.
      if (key in own && key in target) return own[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function ownLocks(locks: LockManager): Pick<LockManager, 'request' | 'query'> {
  const request = (name: string, ...rest: unknown[]): unknown =>
    Reflect.apply(locks.request, locks, [prefix + name, ...rest]);
  return { request: request as LockManager['request'], query: () => locks.query() };
}

/** Files of the application are there without a link, as on a tablet that keeps them. */
function ownFetch(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (isCut() && pathname.startsWith('/api/')) throw new TypeError('demo: the link is cut');
    return ask(input, init);
  };
}

function ownCamera(devices: MediaDevices): MediaDevices['getUserMedia'] {
  const open = devices.getUserMedia.bind(devices);
  return async (wanted) => {
    const held = sessionStorage.getItem(heldKey);
    if (held !== null) return drawn(held);
    return open(wanted).catch((error: unknown) => {
      const isAbsent = error instanceof DOMException && error.name === 'NotFoundError';
      if (isAbsent) return drawn(null);
      throw error;
    });
  };
}

async function drawn(code: string | null): Promise<MediaStream> {
  return (await import('./drawn-camera.ts')).drawnCamera(code);
}

const key = 'demo-link-cut';

/** Returns whether the visitor has cut this tab's link. A reload does not bring it back. */
export function isCut(): boolean {
  return sessionStorage.getItem(key) !== null;
}

/** Cuts this tab's link or brings it back. The page notices by the browser's own event. */
export function switchLink(cut: boolean): void {
  if (cut) sessionStorage.setItem(key, '');
  else sessionStorage.removeItem(key);
  dispatchEvent(new Event(cut ? 'offline' : 'online'));
}

/** Calls `listener` after every switch, until the returned function is called. */
export function watchLink(listener: () => void): () => void {
  const events = ['offline', 'online'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

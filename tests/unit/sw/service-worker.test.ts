import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: Record<string, unknown>) => void;

const workbox = vi.hoisted(() => ({
  clientsClaim: vi.fn<() => void>(),
  precacheAndRoute: vi.fn<(entries: unknown) => void>(),
  cleanupOutdatedCaches: vi.fn<() => void>(),
  registerRoute: vi.fn<(route: unknown) => void>(),
}));
vi.mock('workbox-core', () => ({ clientsClaim: workbox.clientsClaim }));
vi.mock('workbox-precaching', () => ({
  precacheAndRoute: workbox.precacheAndRoute,
  cleanupOutdatedCaches: workbox.cleanupOutdatedCaches,
  createHandlerBoundToURL: (url: string) => `the file ${url}`,
}));
vi.mock('workbox-routing', () => ({
  NavigationRoute: class {
    readonly handler: string;
    readonly denylist: readonly RegExp[];
    constructor(handler: string, { denylist }: { denylist: readonly RegExp[] }) {
      this.handler = handler;
      this.denylist = denylist;
    }
  },
  registerRoute: workbox.registerRoute,
}));

const entries = ['/index.html'];
const page = { postMessage: vi.fn<(message: unknown) => void>() };
const matchAll = vi.fn<(options: unknown) => Promise<unknown[]>>();
const skipWaiting = vi.fn<() => Promise<void>>();
let listeners: Map<string, Listener>;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.resetModules();
  matchAll.mockResolvedValue([page, page]);
  skipWaiting.mockResolvedValue(undefined);
  listeners = new Map();
  vi.stubGlobal('self', {
    __WB_MANIFEST: entries,
    clients: { matchAll },
    skipWaiting,
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  });
  await import('#src/sw/service-worker.ts');
});
afterEach(() => vi.unstubAllGlobals());

describe('the service worker', () => {
  it('keeps the built files, drops those of older versions, and takes in the pages of a first visit', () => {
    expect(workbox.precacheAndRoute.mock.calls).toEqual([[entries]]);
    expect(workbox.cleanupOutdatedCaches).toHaveBeenCalledTimes(1);
    expect(workbox.clientsClaim).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['/', true],
    ['/tablero/ventas?dia=2026-11-23', true],
    ['/code-qr?userId=1&codeQrId=a.b', true],
    ['/apicultura', true],
    ['/api', false],
    ['/api/v1/compras', false],
    ['/api?x=1', false],
    ['/docs/json', false],
    ['/health', false],
    ['/ready', false],
    ['/metrics', false],
    ['/assets/no-existe.js', false],
    ['/foto.png?v=2', false],
  ])('answers %s with the page: %s', (path, isPage) => {
    expect(workbox.registerRoute).toHaveBeenCalledTimes(1);
    const [route] = workbox.registerRoute.mock.lastCall ?? [];
    const { handler, denylist } = route as { handler: string; denylist: readonly RegExp[] };
    expect(handler).toBe('the file /index.html');
    expect(denylist.some((pattern) => pattern.test(path))).toBe(!isPage);
  });

  it.each([
    [{ type: 'SKIP_WAITING' }, 1],
    [{ type: 'WAKE' }, 0],
    [{}, 0],
    ['SKIP_WAITING', 0],
    [null, 0],
    [undefined, 0],
  ])('gives way to a new version for the message %o: %i times', (data, times) => {
    listeners.get('message')?.({ data });
    expect(skipWaiting).toHaveBeenCalledTimes(times);
  });

  it.each([
    ['outbox', 2],
    ['another', 0],
  ])(
    'wakes every open page, also those it does not control, when the network is back for %s',
    async (tag, times) => {
      const waited: Promise<void>[] = [];
      listeners.get('sync')?.({ tag, waitUntil: (work: Promise<void>) => waited.push(work) });
      await Promise.all(waited);
      expect(waited).toHaveLength(times / 2);
      expect(page.postMessage.mock.calls).toEqual(Array.from({ length: times }, () => [{ type: 'WAKE' }]));
      if (times > 0) expect(matchAll).toHaveBeenCalledWith({ type: 'window', includeUncontrolled: true });
    },
  );
});

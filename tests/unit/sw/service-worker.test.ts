import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: Record<string, unknown>) => void;

const workbox = vi.hoisted(() => ({
  clientsClaim: vi.fn<() => void>(),
  precacheAndRoute: vi.fn<(entries: unknown) => void>(),
  addPlugins: vi.fn<(plugins: { fetchDidSucceed: (given: object) => Promise<unknown> }[]) => void>(),
  cleanupOutdatedCaches: vi.fn<() => void>(),
  registerRoute: vi.fn<(route: unknown) => void>(),
}));
vi.mock('workbox-core', () => ({
  clientsClaim: workbox.clientsClaim,
  cacheNames: { precache: 'precache-v2' },
}));
vi.mock('workbox-precaching', () => ({
  precacheAndRoute: workbox.precacheAndRoute,
  addPlugins: workbox.addPlugins,
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

const entries = [
  { url: 'index.html', revision: '1' },
  { url: 'assets/scan-1.js', revision: null, isStaff: true },
  { url: 'assets/commands-1.js', revision: null, isLater: true },
];
const { staff, later } = vi.hoisted(() => {
  const files = () => ({
    create: vi.fn<(names: readonly string[], origin: string) => void>(),
    isHeld: vi.fn<() => Promise<boolean>>(),
    keep: vi.fn<() => Promise<void>>(),
    dropOthers: vi.fn<() => Promise<void>>(),
  });
  return { staff: files(), later: files() };
});
const dropWrongFiles = vi.hoisted(() => vi.fn<(cache: string, failed: string) => Promise<void>>());
vi.mock('#src/sw/staff-files.ts', () => ({
  laterGroup: 'later',
  dropWrongFiles,
  createStaffFiles: (names: readonly string[], origin: string, group?: string) => {
    if (group === 'later') {
      later.create(names, origin);
      return { ...later, answer: ({ url }: Request) => `kept later: ${url}` };
    }
    staff.create(names, origin);
    return {
      ...staff,
      has: ({ pathname }: URL) => pathname === '/assets/scan-1.js',
      answer: ({ url }: Request) => `kept: ${url}`,
    };
  },
}));
const page = { postMessage: vi.fn<(message: unknown) => void>() };
const matchAll = vi.fn<(options: unknown) => Promise<unknown[]>>();
const skipWaiting = vi.fn<() => Promise<void>>();
let listeners: Map<string, Listener>;

beforeEach(async () => {
  vi.clearAllMocks();
  vi.resetModules();
  matchAll.mockResolvedValue([page, page]);
  skipWaiting.mockResolvedValue(undefined);
  for (const { keep, dropOthers, isHeld } of [staff, later]) {
    for (const work of [keep, dropOthers]) work.mockResolvedValue(undefined);
    isHeld.mockResolvedValue(false);
  }
  listeners = new Map();
  vi.stubGlobal('self', {
    __WB_MANIFEST: entries,
    location: { origin: 'https://plaza.co' },
    clients: { matchAll },
    skipWaiting,
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  });
  await import('#src/sw/service-worker.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** Delivers an event, waits for the work that it announced, and returns how many pieces that was. */
async function deliver(type: string, event: object = {}): Promise<number> {
  const waited: Promise<void>[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (work: Promise<void>) => void waited.push(work) });
  await Promise.all(waited);
  return waited.length;
}

describe('the service worker', () => {
  it('caches the built files, drops those of older versions, and controls the pages of a first visit', () => {
    expect(workbox.precacheAndRoute.mock.calls).toEqual([[[{ url: 'index.html', revision: '1' }]]]);
    // A staff device holds the later files among its own.
    expect(staff.create.mock.calls).toEqual([
      [['assets/scan-1.js', 'assets/commands-1.js'], 'https://plaza.co'],
    ]);
    expect(later.create.mock.calls).toEqual([[['assets/commands-1.js'], 'https://plaza.co']]);
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
    ['/demo', false],
    ['/demo/punto', false],
    ['/democracia', true],
    ['/assets/no-existe.js', false],
    ['/foto.png?v=2', false],
  ])('answers %s with the page: %s', (path, isPage) => {
    expect(workbox.registerRoute).toHaveBeenCalledTimes(4);
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
  ])('activates a new version for the message %o: %i times', (data, times) => {
    listeners.get('message')?.({ data });
    expect(skipWaiting).toHaveBeenCalledTimes(times);
    expect(staff.keep).not.toHaveBeenCalled();
  });

  it.each([
    ['a script', 'text/javascript; charset=utf-8', true],
    ["a proxy's page", 'text/html', false],
  ])('installs %s as a script: %s, %s', async (_what, type, isTaken) => {
    const [[{ fetchDidSucceed } = { fetchDidSucceed: () => Promise.resolve() }] = []] =
      workbox.addPlugins.mock.lastCall ?? [];
    const response = new Response('', { headers: { 'content-type': type } });
    const taken = fetchDidSucceed({ request: { url: 'https://plaza.co/assets/base-1.js' }, response });
    if (isTaken) expect(await taken).toBe(response);
    else await expect(taken).rejects.toThrow('base-1.js answered 200 with another file');
  });

  it.each([[{ url: 'https://plaza.co/assets/a.js' }], [{}]])(
    'drops wrong files from each of its caches when a page lacks a part: %o',
    async (data: { url?: string }) => {
      await deliver('message', { data: { type: 'MEND_FILES', ...data } });
      const failed = data.url ?? '';
      expect(dropWrongFiles.mock.calls).toEqual(
        ['precache-v2', 'staff-files', 'later-files'].map((name) => [name, failed]),
      );
    },
  );

  it('serves cached staff files, and caches them when a page reports that a person works here', async () => {
    const [match, answer] = (workbox.registerRoute.mock.calls[0] ?? []) as unknown as [
      (given: { url: URL }) => boolean,
      (given: { request: { url: string } }) => string,
    ];
    expect(match({ url: new URL('https://plaza.co/assets/scan-1.js') })).toBe(true);
    expect(match({ url: new URL('https://plaza.co/assets/base-1.js') })).toBe(false);
    expect(answer({ request: { url: 'x' } })).toBe('kept: x');
    // A line that fails in the middle is no fault of the worker: the next page requests again.
    staff.keep.mockRejectedValue(new Error('no link'));
    await deliver('message', { data: { type: 'KEEP_STAFF_FILES' } });
    expect(staff.keep).toHaveBeenCalledTimes(1);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('caches the later files on the first use, except where staff work: %s', async (isStaff, times) => {
    staff.isHeld.mockResolvedValue(isStaff);
    later.keep.mockRejectedValue(new Error('no link'));
    await deliver('message', { data: { type: 'KEEP_LATER_FILES' } });
    expect(later.keep).toHaveBeenCalledTimes(times);
    expect(staff.keep).not.toHaveBeenCalled();
  });

  it.each([
    [false, true, 1],
    [false, false, 0],
    [true, true, 0],
  ])('completes the later files of a new version: staff %s, later %s', async (isStaff, isLater, times) => {
    staff.isHeld.mockResolvedValue(isStaff);
    later.isHeld.mockResolvedValue(isLater);
    await deliver('install');
    expect(later.keep).toHaveBeenCalledTimes(times);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('completes a new version before its activation where staff work: %s', async (isHeld, times) => {
    staff.isHeld.mockResolvedValue(isHeld);
    for (const type of ['install', 'activate']) await deliver(type);
    expect(staff.keep).toHaveBeenCalledTimes(times);
    expect(staff.dropOthers).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['outbox', 2],
    ['another', 0],
  ])('wakes every open page, even uncontrolled ones, when the network is back for %s', async (tag, times) => {
    expect(await deliver('sync', { tag })).toBe(times / 2);
    expect(page.postMessage.mock.calls).toEqual(Array.from({ length: times }, () => [{ type: 'WAKE' }]));
    if (times > 0) expect(matchAll).toHaveBeenCalledWith({ type: 'window', includeUncontrolled: true });
  });
});

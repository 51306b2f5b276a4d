import { staffFilesCache, staffFilesMark } from '#src/contract/staff-files.ts';

/** A line of a village carries a few answers at once; more only makes each of them late. */
const atOnce = 4;

/**
 * The files that only staff needs. A customer who opened a link keeps the customer's page alone, and does not pay for the
 * rest from a prepaid phone; a device where somebody has signed in keeps everything, and a new version of it is complete
 * before it takes over. All of them carry their hash in their name, so that what is held is never stale.
 */
export function createStaffFiles(names: readonly string[], origin: string) {
  const urls = new Set(names.map((name) => new URL(name, origin).href));
  const version = [...urls].sort().join();

  /** Versions of before kept everything everywhere: where they did, staff may be at work without a link. */
  async function isHeld(): Promise<boolean> {
    if (await caches.has(staffFilesCache)) return true;
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        if (url.includes('/assets/dashboard-routes-')) return true;
    return false;
  }

  /** Fetches what is missing; fails when one of them does not come, and goes on from there the next time. */
  async function keep(): Promise<void> {
    const cache = await caches.open(staffFilesCache);
    const mark = await cache.match(staffFilesMark);
    if ((await mark?.text()) === version) return;
    const held = new Set((await cache.keys()).map(({ url }) => url));
    const missing = [...urls].filter((url) => !held.has(url));
    for (let start = 0; start < missing.length; start += atOnce)
      await Promise.all(missing.slice(start, start + atOnce).map((url) => fetchInto(cache, url)));
    await cache.put(staffFilesMark, new Response(version));
  }

  /** Once this version has taken over: what only earlier ones had goes. */
  async function dropOthers(): Promise<void> {
    if (!(await caches.has(staffFilesCache))) return;
    const cache = await caches.open(staffFilesCache);
    const mark = new URL(staffFilesMark, origin).href;
    for (const { url } of await cache.keys()) if (!urls.has(url) && url !== mark) await cache.delete(url);
  }

  return {
    has: (url: URL): boolean => urls.has(url.href),
    isHeld,
    keep,
    dropOthers,
    answer: async (request: Request): Promise<Response> =>
      (await caches.match(request, { cacheName: staffFilesCache })) ?? fetch(request),
  };
}

async function fetchInto(cache: Cache, url: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  await cache.put(url, answer);
}

import { isFileOf } from '#src/contract/file-types.ts';
import {
  laterFilesCache,
  laterFilesMark,
  staffFilesCache,
  staffFilesMark,
} from '#src/contract/staff-files.ts';

/** Where a group of files is kept, and the name of the entry that marks it complete. */
type Group = { readonly cache: string; readonly mark: string };

const staffGroup: Group = { cache: staffFilesCache, mark: staffFilesMark };

/** The files from a phone's first purchase on. */
export const laterGroup: Group = { cache: laterFilesCache, mark: laterFilesMark };

/** A village's line carries a few responses at once; more only delay each other. */
const atOnce = 4;

/**
 * Files that only staff need. A customer who opened a link caches only the customer's page, so that a prepaid
 * phone does not pay for the rest. A device on which a person has signed in caches everything, and a new
 * version is complete before it is activated. Every file name contains a hash, so a cached file is never
 * stale.
 */
export function createStaffFiles(names: readonly string[], origin: string, group: Group = staffGroup) {
  const urls = new Set(names.map((name) => new URL(name, origin).href));
  const version = [...urls].sort().join();

  /** Fetches missing files. Fails when one does not load, and resumes from there the next time. */
  async function keep(): Promise<void> {
    const cache = await caches.open(group.cache);
    const mark = await cache.match(group.mark);
    if ((await mark?.text()) === version) return;
    const held = new Set((await cache.keys()).map(({ url }) => url));
    const missing = [...urls].filter((url) => !held.has(url));
    for (let start = 0; start < missing.length; start += atOnce)
      await Promise.all(missing.slice(start, start + atOnce).map((url) => fetchInto(cache, url)));
    await cache.put(group.mark, new Response(version));
  }

  /** Deletes files that only earlier versions used, once this version is active. */
  async function dropOthers(): Promise<void> {
    if (!(await caches.has(group.cache))) return;
    const cache = await caches.open(group.cache);
    const mark = new URL(group.mark, origin).href;
    for (const { url } of await cache.keys()) if (!urls.has(url) && url !== mark) await cache.delete(url);
  }

  return {
    has: (url: URL): boolean => urls.has(url.href),
    isHeld: (): Promise<boolean> => caches.has(group.cache),
    keep,
    dropOthers,
    answer: async (
      request: Request,
      otherwise: (request: Request) => Promise<Response> = (asked) => fetch(asked),
    ): Promise<Response> => (await caches.match(request, { cacheName: group.cache })) ?? otherwise(request),
  };
}

/** An answer that is not this file is fetched again, past the browser's own cache, and never kept. */
async function fetchInto(cache: Cache, url: string): Promise<void> {
  let answer = await fetch(url);
  if (!isFileOf(url, answer)) answer = await fetch(url, { cache: 'reload' });
  if (!isFileOf(url, answer)) throw new Error(`${url} answered ${answer.status} with another file`);
  await cache.put(url, answer);
}

/**
 * Deletes what does not load from a cache of built files: the file that a page reports, any that is not of
 * its type, and the mark of a complete group, so that they are fetched again.
 */
export async function dropWrongFiles(cacheName: string, failed: string): Promise<void> {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  for (const { url } of await cache.keys()) {
    const held = await cache.match(url);
    if (url === failed || held === undefined || !isFileOf(url, held)) await cache.delete(url);
  }
}

import * as z from 'zod/mini';
import { isFileOf } from '#src/contract/file-types.ts';
import { manualCache, manualPath } from '#src/contract/manual.ts';

const listSchema = z.object({ files: z.array(z.string()), bytes: z.int() });
const listUrl = `${manualPath}files.json`;
/** A village's link carries a few answers at once. */
const atOnce = 4;

/**
 * Returns whether this browser has stored the manual, and its size in bytes; null if the server has none or
 * does not answer.
 */
export async function readManual(): Promise<{ isKept: boolean; bytes: number } | null> {
  if (!('caches' in globalThis)) return null;
  const kept = await listOf(await caches.match(listUrl, { cacheName: manualCache }));
  const fresh = await listOf(await fetch(listUrl).catch(() => undefined));
  if (kept && (!fresh || fresh.text === kept.text)) return { isKept: true, bytes: kept.bytes };
  return fresh ? { isKept: false, bytes: fresh.bytes } : null;
}

/**
 * Stores the manual for reading offline. `onProgress`: number of files stored so far, and of all files. The
 * list is stored last, so that an interrupted attempt leaves no manual that counts as complete. Rejects when
 * a file fails; the next attempt resumes.
 */
export async function keepManual(onProgress: (done: number, of: number) => void): Promise<void> {
  const list = await listOf(await fetch(listUrl));
  if (!list) throw new Error('the server has no manual');
  const cache = await caches.open(manualCache);
  let done = 0;
  for (let start = 0; start < list.files.length; start += atOnce)
    await Promise.all(
      list.files.slice(start, start + atOnce).map(async (name) => {
        const request = new Request(manualPath + name, { cache: 'no-cache' });
        const response = await fetch(request);
        if (!isFileOf(request.url, response)) throw new Error(`${name} is another file`);
        await cache.put(request, response);
        done += 1;
        onProgress(done, list.files.length);
      }),
    );
  await cache.put(listUrl, new Response(list.text));
}

async function listOf(
  response: Response | undefined,
): Promise<(z.infer<typeof listSchema> & { text: string }) | null> {
  if (!response?.ok) return null;
  const text = await response.text();
  try {
    const { data } = listSchema.safeParse(JSON.parse(text));
    return data ? { ...data, text } : null;
  } catch {
    // A captive portal's page contains no list.
    return null;
  }
}

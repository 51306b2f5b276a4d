import { maxSharedBytes, sharedFile, sharedLetters, sharedPart } from '#src/contract/shared-file.ts';
import { kindOfFile } from '#src/contract/sync/carried-kind.ts';
import { messengerPath } from '#src/contract/sync/messenger-path.ts';

/** The page that shows the shared file. */
const shownAt = '/dashboard/pendientes';

/**
 * Accepts a file that another application shares, without a server, because the link may be down. Nothing
 * else is done with it here: any website can post such a form, so the page asks the person first.
 */
export async function takeSharedFile(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const parts = form?.getAll(sharedPart) ?? [];
  const files = parts.filter((part) => part instanceof File).filter(({ size }) => size <= maxSharedBytes);
  const areLetters = await Promise.all(files.map(isLetter));
  const letters = files.filter((_file, place) => areLetters[place]);
  if (letters.length > 0) await keepLetters(letters);
  const [first] = files.filter((_file, place) => areLetters[place] !== true);
  if (first && letters.length === 0) {
    const cache = await caches.open(sharedFile.cache);
    await cache.put(sharedFile.key, responseOf(first));
  }
  const page = letters.length > 0 ? messengerPath : shownAt;
  return Response.redirect(new URL(page, request.url).href, 303);
}

/** A letter opens the carrier's page, for which nobody signs in. */
async function isLetter(file: File): Promise<boolean> {
  return kindOfFile(await file.slice(0, 200).text()) === 'mercado-carta';
}

async function keepLetters(letters: readonly File[]): Promise<void> {
  const cache = await caches.open(sharedLetters.cache);
  for (const [place, letter] of letters.entries())
    await cache.put(`${sharedLetters.keyStart}${Date.now()}-${place}`, responseOf(letter));
}

/** Header values cannot contain accented letters. */
function responseOf(file: File): Response {
  return new Response(file, { headers: { [sharedFile.nameHeader]: encodeURIComponent(file.name) } });
}

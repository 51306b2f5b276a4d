import { maxSharedBytes, sharedFile, sharedPart } from '#src/contract/shared-file.ts';

/** The page that shows what was shared. */
const shownAt = '/dashboard/pendientes';

/**
 * Takes in a file that another application shares with this one, without a server: the link may be away. Nothing is done with
 * it here, because any page can post such a form; the page asks the person.
 */
export async function takeSharedFile(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const part = form?.get(sharedPart);
  if (part instanceof File && part.size <= maxSharedBytes) {
    const cache = await caches.open(sharedFile.cache);
    await cache.put(sharedFile.key, responseOf(part));
  }
  return Response.redirect(new URL(shownAt, request.url).href, 303);
}

/** Headers carry no letters with accents. */
function responseOf(file: File): Response {
  return new Response(file, { headers: { [sharedFile.nameHeader]: encodeURIComponent(file.name) } });
}

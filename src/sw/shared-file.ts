import { maxSharedBytes, sharedFile, sharedPart } from '#src/contract/shared-file.ts';

/** The page that shows the shared file. */
const shownAt = '/dashboard/pendientes';

/**
 * Accepts a file that another application shares, without a server, because the link may be down. Nothing
 * else is done with it here: any website can post such a form, so the page asks the person first.
 */
export async function takeSharedFile(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const parts = form?.getAll(sharedPart) ?? [];
  const file = parts.filter((part) => part instanceof File).find(({ size }) => size <= maxSharedBytes);
  if (file) {
    // Header values cannot contain accented letters.
    const headers = { [sharedFile.nameHeader]: encodeURIComponent(file.name) };
    const cache = await caches.open(sharedFile.cache);
    await cache.put(sharedFile.key, new Response(file, { headers }));
  }
  return Response.redirect(new URL(shownAt, request.url).href, 303);
}

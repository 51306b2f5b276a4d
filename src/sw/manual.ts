import { isFileOf } from '#src/contract/file-types.ts';
import { manualCache } from '#src/contract/manual.ts';

/** Time limit for a slow link if the page is stored. */
const waitMs = 4_000;

/**
 * Returns a page or picture of the manual from the server, or the stored one when the server is too slow or
 * something else answers.
 */
export async function answerManual(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: manualCache, ignoreSearch: true });
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => {
    setTimeout(resolve, waitMs, kept);
  });
  const answer = fetch(request).then(
    (response) => (isFileOf(request.url, response) ? response : kept),
    () => kept,
  );
  return Promise.race([answer, late]);
}

/** Answers the page's requests to /api, or null while the link is away. */
export type PracticeServer = (request: Request) => Promise<Response | null>;

/**
 * The network of practice: files of the app as usual, /api from the practice market, and no other request.
 */
export function ownFetch(fetchFile: typeof fetch, origin: string, answer: PracticeServer): typeof fetch {
  return async (input, init) => {
    const { url, method } = new Request(input, init);
    const { origin: to, pathname } = new URL(url);
    if (to === origin && pathname.startsWith('/api/')) {
      const response = await answer(new Request(input, init));
      if (response === null) throw new TypeError('practice: the link is away');
      return response;
    }
    // A file of the build, such as the voice or the decoder of codes.
    if (to === origin && method === 'GET' && /\.\w+$/.test(pathname)) return fetchFile(input, init);
    throw new TypeError('practice: nothing leaves');
  };
}

/** Replaces every other means by which a page can send data. */
export function NoWayOut(): never {
  throw new TypeError('practice: nothing leaves');
}

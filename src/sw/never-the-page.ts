/**
 * Addresses (path and query) that are never answered with the page: the API and what the server says of itself, and
 * anything that looks like a file, so that a missing file is a 404 and not HTML.
 */
export const neverThePage: readonly RegExp[] = [
  /^\/(?:api|docs|health|ready|metrics)(?:[/?]|$)/,
  /^[^?]*\/[^/?]*\.[^/?]+(?:\?|$)/,
];

/** Content types of the files that a browser keeps, by the ending of their names. */
const typeOf = {
  css: 'text/css',
  html: 'text/html',
  js: 'javascript',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
} as const satisfies Record<string, string>;

/** The used part of an answer; this folder has no types of browsers. */
type Answer = {
  readonly ok: boolean;
  readonly redirected: boolean;
  readonly headers: { get(name: string): string | null };
};

/**
 * Returns whether `answer` is the file of this address. A captive portal or a proxy answers 200 with another
 * page, or redirects to one; such an answer must never be kept.
 */
export function isFileOf(url: string, answer: Answer): boolean {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(url)?.[1] ?? 'html';
  const type = (typeOf as Record<string, string | undefined>)[ending];
  const isOfType = type !== undefined && answer.headers.get('content-type')?.includes(type) === true;
  return answer.ok && !answer.redirected && isOfType;
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerManual } from '#src/sw/manual.ts';

const match = vi.fn<(request: Request, options: unknown) => Promise<Response | undefined>>();
const server = vi.fn<(request: Request) => Promise<Response>>();
const page = new Request('https://plaza.co/manual/cobrar.html');

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('caches', { match });
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const page200 = (text: string, type = 'text/html') =>
  new Response(text, { headers: { 'content-type': type } });
const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();

it('returns the page of the server where the device keeps no manual', async () => {
  match.mockResolvedValue(undefined);
  server.mockResolvedValue(page200('fresh'));
  expect(await textOf(answerManual(page))).toBe('fresh');
});

it('returns the page of the server before the kept one', async () => {
  match.mockResolvedValue(new Response('kept'));
  server.mockResolvedValue(page200('fresh'));
  expect(await textOf(answerManual(page))).toBe('fresh');
});

it.each([
  ['there is no link', () => Promise.reject(new TypeError('no link'))],
  ['a proxy answers', () => Promise.resolve(page200('{}', 'application/json'))],
  ['the server fails', () => Promise.resolve(new Response('sorry', { status: 503 }))],
])('returns the kept page when %s', async (_case, answer) => {
  match.mockResolvedValue(new Response('kept'));
  server.mockImplementation(answer);
  expect(await textOf(answerManual(page))).toBe('kept');
});

it('returns the kept page when the link is too slow', async () => {
  vi.useFakeTimers();
  match.mockResolvedValue(new Response('kept'));
  server.mockReturnValue(new Promise(() => undefined));
  const answered = textOf(answerManual(page));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await answered).toBe('kept');
});

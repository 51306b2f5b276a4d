import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { healthSchema } from '#src/contract/sync/health.ts';

const reload = vi.fn<() => void>();
const listeners = new Map<string, () => void>();
const server = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  listeners.clear();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const ours = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'https://plaza.co');
  const nonce = searchParams.get('nonce') ?? '';
  const body = healthSchema.parse({ status: 'ok', nonce, time: '2026-01-01T00:00:00Z' });
  return Promise.resolve(
    pathname === '/api/v1/health' ? Response.json(body) : new Response('', { status: 404 }),
  );
};
const portal = () =>
  Promise.resolve(new Response('<p>Pague</p>', { headers: { 'content-type': 'text/html' } }));
const echoless = () => Promise.resolve(Response.json({ status: 'ok', nonce: '' }));

it.each([
  ['a portal answers', portal],
  ['something answers without the nonce', echoless],
  ['the link is away', () => Promise.reject(new TypeError('no link'))],
])('does not reload while %s, and reloads once our own server answers', async (_case, answer) => {
  server.mockImplementation(answer);
  const { reloadWhenBack } = await import('#src/client/state/reload-when-back.ts');
  reloadWhenBack();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(server).toHaveBeenCalledTimes(3);
  // The browser believes that the network is back: it may be the portal's.
  listeners.get('online')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).not.toHaveBeenCalled();
  server.mockImplementation(ours);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('waits for an open sale, unless the sale itself lacks the part', async () => {
  server.mockImplementation(ours);
  const { holdPurchaseOpen } = await import('#src/client/state/open-purchase.ts');
  const close = holdPurchaseOpen();
  const { reloadWhenBack } = await import('#src/client/state/reload-when-back.ts');
  reloadWhenBack();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(reload).not.toHaveBeenCalled();
  close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads under the open sale that lacks the part', async () => {
  server.mockImplementation(ours);
  const { holdPurchaseOpen } = await import('#src/client/state/open-purchase.ts');
  holdPurchaseOpen();
  const { reloadWhenBack } = await import('#src/client/state/reload-when-back.ts');
  reloadWhenBack(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).toHaveBeenCalledOnce();
});

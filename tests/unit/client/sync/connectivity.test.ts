// Imported before modules that read the browser's globals while they load.
import '#tests/support/browser/browser-globals.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connectivity, watchConnectivity } from '#src/client/sync/connectivity.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';

let links: string[];
let probes: number;
let watch: Connectivity | undefined;
/** The server's behaviour for the next queries. */
let answer: (nonce: string) => Promise<Response>;

const health = (nonce: string) => Response.json({ status: 'ok', nonce, time: '2026-11-21T12:00:00.000Z' });

beforeEach(() => {
  vi.useFakeTimers();
  setOrigin('http://mercado.test');
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  [links, probes] = [[], 0];
  answer = (nonce) => Promise.resolve(health(nonce));
  vi.stubGlobal('fetch', (input: string | URL) => {
    probes += 1;
    return answer(new URL(String(input)).searchParams.get('nonce') ?? '');
  });
});
afterEach(() => {
  watch?.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function start(): Promise<void> {
  watch = watchConnectivity((link) => links.push(link));
  await watch.check();
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const offline = () => Promise.reject(new TypeError('no network'));

describe('the link check', () => {
  it.each([
    ['nobody answers', offline],
    ['a portal answers', () => Promise.resolve(new Response('<html>wifi</html>'))],
    ['a cache answers with what another page asked', () => Promise.resolve(health('of-another-page'))],
    ['the server fails', () => Promise.resolve(new Response('', { status: 503 }))],
  ])('is "no" when %s', async (_when, does) => {
    answer = does;
    await start();
    expect(links).toEqual(['offline']);
  });

  it('repeats after half a minute with a link, and after five seconds without', async () => {
    await start();
    await after(29_999);
    expect(probes).toBe(1);
    answer = offline;
    await after(1);
    expect([probes, links.at(-1)]).toEqual([2, 'offline']);
    await after(5_000);
    expect(probes).toBe(3);
    answer = (nonce) => Promise.resolve(health(nonce));
    await after(5_000);
    expect(links.at(-1)).toBe('online');
    await after(5_000);
    expect(probes).toBe(4);
  });

  it('runs at once when the browser reports a change, or the page becomes visible', async () => {
    await start();
    window.dispatchEvent(new Event('offline'));
    await after(0);
    window.dispatchEvent(new Event('online'));
    await after(0);
    document.dispatchEvent(new Event('visibilitychange'));
    await after(0);
    expect([probes, links]).toEqual([4, ['online', 'online', 'online', 'online']]);
  });

  it('has one timer, however often it was requested at once', async () => {
    await start();
    await watch?.check();
    await watch?.check();
    await after(30_000);
    expect(probes).toBe(4);
    watch?.stop();
    for (const event of ['online', 'offline']) window.dispatchEvent(new Event(event));
    document.dispatchEvent(new Event('visibilitychange'));
    await after(120_000);
    expect(probes).toBe(4);
  });

  it('follows the latest query, even when an earlier one is answered after it', async () => {
    let giveFirst: () => void = () => undefined;
    answer = (nonce) =>
      new Promise((resolve) => {
        giveFirst = () => resolve(health(nonce));
      });
    const started = start();
    await after(0);
    answer = offline;
    window.dispatchEvent(new Event('offline'));
    await after(0);
    giveFirst();
    await started;
    expect([probes, links]).toEqual([2, ['offline']]);
    await after(5_000);
    expect(probes).toBe(3);
  });

  it('has no effect once stopped, even for an answer on its way', async () => {
    await start();
    let give: (response: Response) => void = () => undefined;
    answer = (nonce) =>
      new Promise((resolve) => {
        give = () => resolve(health(nonce));
      });
    window.dispatchEvent(new Event('online'));
    await after(0);
    watch?.stop();
    give(new Response());
    await after(120_000);
    window.dispatchEvent(new Event('online'));
    await after(0);
    expect([probes, links]).toEqual([2, ['online']]);
  });
});

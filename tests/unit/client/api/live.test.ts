// Imported before modules that read the browser's globals while they load.
import '#tests/support/browser/browser-globals.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followLive } from '#src/client/api/live.ts';
import { patchAuth, signOutLocally } from '#src/client/state/session.ts';
import { toAmount } from '#src/contract/brands.ts';
import type { LiveEvent } from '#src/contract/markets/today.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';

const purchase: LiveEvent = {
  _id: '7',
  kind: 'purchase',
  createAt: '2026-11-21T12:00:00.000Z',
  amount: toAmount(12_500),
  code: 'C-7K4M2QXD',
  placeId: 'stall',
  placeName: 'Rosalba',
  actorId: null,
  deviceName: '',
};

let asked: { url: URL; headers: Headers }[];
let heard: { ready: string[]; events: LiveEvent[] };

beforeEach(() => {
  setOrigin('http://mercado.test');
  [asked, heard] = [[], { ready: [], events: [] }];
  patchAuth({ token: 'a-token' });
});
afterEach(() => {
  signOutLocally();
  vi.unstubAllGlobals();
});

/** A server that sends these pieces of a stream and then ends it. */
function streams(pieces: readonly string[], init: ResponseInit = {}): void {
  const fetched: typeof fetch = (input, request) => {
    asked.push({ url: new URL(String(input)), headers: new Headers(request?.headers) });
    const encoder = new TextEncoder();
    const bytes = pieces.map((piece) => encoder.encode(piece));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = bytes.shift();
        if (next) controller.enqueue(next);
        else controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' }, ...init }));
  };
  vi.stubGlobal('fetch', fetched);
}

const follow = (after?: string) =>
  followLive(
    after,
    { onReady: (id) => heard.ready.push(id), onEvent: (event) => heard.events.push(event) },
    new AbortController().signal,
  );

describe("the server's event stream", () => {
  it('is requested with the token, and resumes where it was cut', async () => {
    streams(['event: ready\nid: 7\n\n']);
    expect(await follow()).toBe(true);
    expect(await follow('7')).toBe(true);
    expect(asked.map(({ url, headers }) => [url.search, headers.get('authorization')])).toEqual([
      ['', 'Bearer a-token'],
      ['?after=7', 'Bearer a-token'],
    ]);
    expect(heard.ready).toEqual(['7', '7']);
  });

  it('is reassembled from pieces that end anywhere, even inside two-byte characters', async () => {
    const text = `event: ready\nid: á1\n\n`;
    const bytes = [...new TextEncoder().encode(text)];
    const piecewise: typeof fetch = () => {
      const parts = bytes.map((byte) => Uint8Array.of(byte));
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          const next = parts.shift();
          if (next) controller.enqueue(next);
          else controller.close();
        },
      });
      return Promise.resolve(
        new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
      );
    };
    vi.stubGlobal('fetch', piecewise);
    expect(await follow()).toBe(true);
    expect(heard.ready).toEqual(['á1']);
  });

  it('delivers events one by one, even two in one piece', async () => {
    const line = `id: 8\ndata: ${JSON.stringify(purchase)}\n\n`;
    streams(['event: ready\nid: 7\n\n', line + line, ': beat\n\n', line.slice(0, 20), line.slice(20)]);
    expect(await follow()).toBe(true);
    expect(heard.events).toEqual([purchase, purchase, purchase]);
  });

  it('counts as no stream when it only sends heartbeats, or never announces itself', async () => {
    streams([': beat\n\n', ': beat\n\n']);
    expect(await follow()).toBe(false);
    expect(heard).toEqual({ ready: [], events: [] });
  });

  it('skips an event unknown to this version and continues', async () => {
    streams([
      'event: ready\nid: 1\n\n',
      `data: ${JSON.stringify({ ...purchase, kind: 'of-tomorrow' })}\n\n`,
      'event: ready\nid: 2\n\n',
    ]);
    expect(await follow()).toBe(true);
    expect(heard).toEqual({ ready: ['1', '2'], events: [] });
  });

  it.each([
    ['refused', { status: 401 }],
    ['a page of somebody else', { headers: { 'content-type': 'text/html' } }],
  ])('counts as no stream when the answer is %s, and delivers nothing', async (_what, init) => {
    streams([`data: ${JSON.stringify(purchase)}\n\n`], init);
    expect(await follow()).toBe(false);
    expect(heard.events).toEqual([]);
  });

  it('ends silently when the network fails in the middle of it', async () => {
    let pulls = 0;
    const cut: typeof fetch = () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          pulls += 1;
          if (pulls === 1) controller.enqueue(new TextEncoder().encode('event: ready\nid: 3\n\n'));
          else controller.error(new Error('cut'));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
    vi.stubGlobal('fetch', cut);
    expect(await follow()).toBe(true);
    expect(heard.ready).toEqual(['3']);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await follow()).toBe(false);
  });
});

import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import type { LivePage } from '#src/contract/markets/today.ts';
import type { App } from '#src/server/http/fastify-app.ts';
import { SignedDevice } from '#tests/support/device/signed-device.ts';
import { openAreas, type Areas } from '#tests/support/market/open-areas.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';
import { ask, openTestApp } from '#tests/support/server/test-app.ts';

type Stream = { next(kind: string): Promise<Record<string, unknown>>; ended: Promise<void>; stop(): void };

describe('the event stream', () => {
  let areas: Areas;
  let clock = () => new Date();
  /** A second process on the same database, without sales, only for watching. */
  let neighbour: App;
  beforeAll(async () => {
    const options = { now: () => clock(), livePollMs: 20 };
    areas = await openAreas(options);
    neighbour = await openTestApp(areas.opened.database, options);
    await neighbour.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await neighbour.close();
    await areas.close();
  });
  beforeEach(async () => {
    clock = () => new Date();
    areas.market.tokens = await signInAll(areas.app);
  });

  async function watch(asker: Asker, query = ''): Promise<Stream> {
    const { port } = neighbour.server.address() as AddressInfo;
    const aborted = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/live${query}`, {
      headers: { authorization: `Bearer ${areas.market.tokens[asker] ?? ''}` },
      signal: aborted.signal,
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    if (!response.body) throw new Error('a stream without a body');
    const stream = readEvents(response.body, () => aborted.abort());
    await stream.next('ready');
    return stream;
  }

  it('sends a stall and its market a sale, a void and a payout, in whatever process they were made', async () => {
    const [stall, market] = [await watch('ESTANTE'), await watch('GLOBAL_MARKET')];
    const other = await watch('other GLOBAL_MARKET');
    const voucher = await areas.topUp(10_000);
    const code = await areas.buy(voucher, 4_000);
    expect(await market.next('top-up')).toMatchObject({ amount: 10_000, placeName: 'Jairo Martínez' });
    for (const stream of [stall, market])
      expect(await stream.next('purchase')).toMatchObject({ code, amount: 4_000, placeName: 'Rosalba' });
    await areas.buy(voucher, 1_000);
    const body = { estanteId: areas.market.ids['ESTANTE'], monto: 500 };
    await areas.as('GLOBAL_MARKET', 'POST', '/cash/payout', body);
    expect(await stall.next('payout')).toMatchObject({ amount: 500 });
    await areas.as('ESTANTE', 'POST', '/shopping/void', { codeCompra: code, reason: 'Error' });
    for (const stream of [stall, market])
      expect(await stream.next('void')).toMatchObject({ code, amount: 4_000 });
    await areas.buy(voucher, 900, 'other ESTANTE');
    // The other market's first event is its own.
    expect(await other.next('purchase')).toMatchObject({ amount: 900 });
    for (const stream of [stall, market, other]) stream.stop();
  });

  it('allows an account three streams and a market fifty, and tells when to retry', async () => {
    const streams = [await watch('ESTANTE'), await watch('ESTANTE'), await watch('ESTANTE')];
    const refused = await ask(neighbour, 'GET', '/live', { token: areas.market.tokens['ESTANTE'] });
    expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '30',
    ]);
    const market = await watch('GLOBAL_MARKET');
    streams[0]?.stop();
    await vi.waitFor(async () => {
      const again = await watch('ESTANTE');
      streams.push(again);
    });
    for (const stream of [...streams, market]) stream.stop();
  });

  it('names the seller: the person signed in on any tablet, or none when a customer paid by phone', async () => {
    const begin = (await areas.as('ESTANTE', 'GET', '/live/events')).body as unknown as LivePage;
    const codeQrUuid = toVoucherId(await areas.topUp(5_000));
    const fromPhone = await areas.buy(codeQrUuid, 1_000);
    const estanteId = areas.market.ids['ESTANTE'];
    const sold = { userId: areas.market.customer.id, estanteId, codeQrUuid, price: 2_000 };
    const fromTablet = (await areas.as('ESTANTE', 'POST', '/shopping/create', sold)).body['codeCompra'];
    const page = await areas.as('ESTANTE', 'GET', `/live/events?after=${begin.next}`);
    const { events } = page.body as unknown as LivePage;
    const actorOf = (code: unknown) => events.find((event) => event.code === code)?.actorId;
    expect([actorOf(fromPhone), actorOf(fromTablet)]).toEqual([null, estanteId]);
  });

  it('names the device when known', async () => {
    const begin = (await areas.as('ESTANTE', 'GET', '/live/events')).body as unknown as LivePage;
    const estanteId = areas.market.ids['ESTANTE'];
    const codeQrUuid = toVoucherId(await areas.topUp(5_000));
    const tablet = new SignedDevice(areas.app);
    const { tokens } = areas.market;
    await tablet.enrol(estanteId, tokens['ESTANTE'], {}, tokens['GLOBAL_MARKET']);
    const sale = {
      userId: areas.market.customer.id,
      estanteId,
      codeQrUuid,
      price: toAmount(1_500),
      by: 'stall' as const,
    };
    await tablet.sync([tablet.write('purchase', sale)]);
    await areas.buy(codeQrUuid, 1_000);
    const page = await areas.as('ESTANTE', 'GET', `/live/events?after=${begin.next}`);
    const { events } = page.body as unknown as LivePage;
    const deviceOf = (price: number) => events.findLast(({ amount }) => amount === price)?.deviceName;
    expect([deviceOf(1_500), deviceOf(1_000)]).toEqual(['Tableta 7', '']);
  });

  it('repeats events missed while the link was down', async () => {
    const begin = (await areas.as('ESTANTE', 'GET', '/live/events')).body as unknown as LivePage;
    const code = await areas.buy(await areas.topUp(3_000), 3_000);
    const stream = await watch('ESTANTE', `?after=${begin.next}`);
    for (;;) if ((await stream.next('purchase'))['code'] === code) break;
    stream.stop();
    expect(begin.events).toEqual([]);
    const missed = await areas.as('ESTANTE', 'GET', `/live/events?after=${begin.next}`);
    const codes = (missed.body as unknown as LivePage).events.map((event) => event.code);
    expect(codes.filter((one) => one === code)).toHaveLength(1);
  });

  it('ends with the token, and with the session', async () => {
    const stream = await watch('ESTANTE');
    clock = () => new Date(Date.now() + 16 * 60_000);
    await stream.ended;
    clock = () => new Date();
    const other = await watch('ESTANTE');
    await areas.as('ESTANTE', 'POST', '/auth/logout-everywhere');
    await other.ended;
    const refused = await areas.as('ESTANTE', 'GET', '/live');
    expect(refused.status).toBe(401);
  });

  it('ends with the server', async () => {
    const stream = await watch('ESTANTE');
    const { port } = neighbour.server.address() as AddressInfo;
    await neighbour.close();
    await expect(stream.ended).resolves.toBeUndefined();
    neighbour = await openTestApp(areas.opened.database, { now: () => clock(), livePollMs: 20 });
    await neighbour.listen({ port, host: '127.0.0.1' });
  });
});

function readEvents(body: ReadableStream<Uint8Array>, stop: () => void): Stream {
  const events: { kind: string; data: Record<string, unknown> }[] = [];
  const waiting = new Set<() => void>();
  const ended = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const kind = /^event: (.*)$/m.exec(text.slice(0, end))?.[1];
          const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
          if (kind && data) events.push({ kind, data: JSON.parse(data) as Record<string, unknown> });
          text = text.slice(end + 2);
        }
        for (const wake of waiting) wake();
        waiting.clear();
      }
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
    }
  })();
  return {
    ended,
    stop,
    next: async (kind) => {
      for (;;) {
        const at = events.findIndex((event) => event.kind === kind);
        if (at >= 0) return events.splice(0, at + 1).at(-1)?.data ?? {};
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
        });
      }
    },
  };
}

import 'fake-indexeddb/auto';
import '#tests/support/browser/browser-globals.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callServer } from '#src/client/api/call-server.ts';
import { signOutLocally } from '#src/client/state/session.ts';
import { accountCalls } from '#src/contract/accounts/calls.ts';
import { toAmount, type VoucherId } from '#src/protocol/brands.ts';
import { setOrigin } from '#tests/support/browser/browser-globals.ts';
import { listen, openDevice, signInAs, type Device } from '#tests/support/device/device-harness.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { installFaultyLink, type Fault } from '#tests/support/server/faulty-link.ts';
import { ask } from '#tests/support/server/test-app.ts';

describe('the outbox between a stall and the server', () => {
  let link: ReturnType<typeof installFaultyLink>;
  let stall: Device;
  let voucher: VoucherId;
  const serverClock = { offsetMs: 0 };
  const place = marketForSuite({
    now: () => new Date(Date.now() + serverClock.offsetMs),
    environment: { ACCESS_TOKEN_MINUTES: '15' },
  });

  beforeAll(async () => {
    setOrigin(await listen(place.app));
    link = installFaultyLink();
  });
  afterAll(() => link.restore());
  beforeEach(async () => {
    serverClock.offsetMs = 0;
    await signInAs(place.app, 'estante@plaza.co', 'ESTANTE');
    stall = openDevice(place.market.ids['ESTANTE']);
    voucher = await place.topUp(50_000);
    link.sent.length = 0;
    link.faults = [];
  });
  afterEach(() => signOutLocally());

  const sale = (price: number) => ({
    kind: 'purchase' as const,
    payload: {
      userId: place.market.customer.id,
      estanteId: place.market.ids['ESTANTE'],
      codeQrUuid: voucher,
      price: toAmount(price),
      by: 'stall' as const,
    },
  });
  const balance = () => place.balanceOf(voucher);

  it('sends at once over a good link', async () => {
    const opId = await stall.place(sale(12_500));
    await stall.drain();
    expect(await stall.status(opId)).toMatchObject({
      state: 'accepted',
      receipt: { purchase: { nuevoSaldo: 37_500, opId } },
    });
  });

  const faults: [Fault, string][] = [
    ['drop-request', 'network'],
    ['drop-answer', 'network'],
    ['cut-body', 'not-ours'],
    ['captive-portal', 'not-ours'],
    ['proxy-404', 'not-ours'],
    ['server-500', 'server'],
  ];
  it.each(faults)(
    'is pending after %s, never paid, and is paid once when it gets through',
    async (fault, reason) => {
      link.faults = [fault];
      const opId = await stall.place(sale(12_500));
      await stall.drain();
      expect(await stall.status(opId)).toMatchObject({
        state: 'pending',
        attempts: 1,
        lastError: reason,
        receipt: null,
      });
      stall.clock.now += 400_000;
      await stall.drain();
      expect(await stall.status(opId)).toMatchObject({ state: 'accepted' });
      expect(await balance()).toBe(37_500);
    },
  );

  it('waits as long as a busy server requests', async () => {
    link.faults = ['busy-429'];
    const opId = await stall.place(sale(100));
    await stall.drain();
    const status = await stall.status(opId);
    expect(status?.state).toBe('pending');
    expect((status?.nextAttemptAt ?? 0) - stall.clock.now).toBeGreaterThanOrEqual(30_000);
  });

  it('survives the browser being killed between sending and the answer', async () => {
    const opId = await stall.place(sale(12_500));
    const killed = stall.drain({ send: () => new Promise(() => undefined) });
    while ((await stall.status(opId))?.state !== 'sending') await Promise.resolve();
    stall.restart();
    void killed;
    await stall.drain();
    expect((await stall.status(opId))?.state).toBe('accepted');
    expect(await balance()).toBe(37_500);
  });

  it('sends once from two tabs that drain at the same moment', async () => {
    await stall.place(sale(1_000));
    await stall.place(sale(2_000));
    await Promise.all([stall.drain(), stall.drain()]);
    expect(await balance()).toBe(47_000);
    expect((await stall.db.statuses.toArray()).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });

  it('renews an expired token once and goes on', async () => {
    serverClock.offsetMs = 16 * 60_000;
    const opId = await stall.place(sale(500));
    await stall.drain();
    expect((await stall.status(opId))?.state).toBe('accepted');
    expect(link.sent).toEqual([
      'POST /api/v1/shopping/create',
      'POST /api/v1/auth/refresh',
      'POST /api/v1/shopping/create',
    ]);
  });

  it('renews once for two simultaneous calls without Web Locks, and both continue', async () => {
    serverClock.offsetMs = 16 * 60_000;
    // 403: both were received as from this person, who lacks permission.
    const both = await Promise.all([
      callServer(accountCalls.listUsers, { query: { userType: 'ESTANTE' } }),
      callServer(accountCalls.listUsers, { query: { userType: 'RECARGA' } }),
    ]);
    expect(both.map((outcome) => (outcome.kind === 'refused' ? outcome.status : outcome.kind))).toEqual([
      403, 403,
    ]);
    expect(link.sent.filter((sent) => sent.endsWith('/auth/refresh'))).toHaveLength(2);
  });

  it('stays pending and signed in when the answer to a renewal is lost and the link stays away', async () => {
    serverClock.offsetMs = 16 * 60_000;
    link.faults = ['pass', 'drop-answer'];
    const opId = await stall.place(sale(500));
    await stall.drain();
    expect((await stall.status(opId))?.state).toBe('pending');
    serverClock.offsetMs += 10 * 60_000;
    stall.clock.now += 10 * 60_000;
    await stall.drain();
    expect((await stall.status(opId))?.state).toBe('accepted');
  });

  it('waits for a sign-in without counting attempts, and continues automatically afterwards', async () => {
    const pair = await signInAs(place.app, 'estante@plaza.co', 'ESTANTE');
    await ask(place.app, 'POST', '/auth/logout', { body: { refreshToken: pair.refreshToken } });
    serverClock.offsetMs = 16 * 60_000;
    const opId = await stall.place(sale(500));
    await stall.drain();
    expect(await stall.status(opId)).toMatchObject({ state: 'waiting-sign-in', attempts: 0 });
    const sent = link.sent.length;
    await stall.drain();
    expect(link.sent).toHaveLength(sent);
    await signInAs(place.app, 'estante@plaza.co', 'ESTANTE');
    await stall.drain();
    expect((await stall.status(opId))?.state).toBe('accepted');
  });

  it("does not send one operator's sale with another operator's token", async () => {
    const opId = await stall.place(sale(500));
    await signInAs(place.app, 'otherestante@plaza.co', 'ESTANTE');
    await stall.drain();
    expect([link.sent, (await stall.status(opId))?.state]).toEqual([[], 'pending']);
  });

  it.each([
    ['while the sale before is on its way', 0],
    ['while the session is being renewed', 1],
  ])('does not send it with the token of a person who signs in %s', async (_, renewals) => {
    const first = await stall.place(sale(500));
    const second = await stall.place(sale(700));
    if (renewals === 1) serverClock.offsetMs = 3_600_000;
    const answer = fetch;
    const watched = renewals === 1 ? '/auth/refresh' : '/shopping/create';
    globalThis.fetch = async (input, init) => {
      const response = await answer(input, init);
      if (!new URL(String(input)).pathname.endsWith(watched)) return response;
      globalThis.fetch = answer;
      serverClock.offsetMs = 0;
      await signInAs(place.app, 'otherestante@plaza.co', 'ESTANTE');
      return response;
    };
    await stall.drain();
    const states = async () => [(await stall.status(first))?.state, (await stall.status(second))?.state];
    const waiting = renewals === 1 ? 'waiting-sign-in' : 'accepted';
    expect(await states()).toEqual([waiting, 'waiting-sign-in']);
    await signInAs(place.app, 'estante@plaza.co', 'ESTANTE');
    await stall.drain();
    expect(await states()).toEqual(['accepted', 'accepted']);
    expect(await balance()).toBe(48_800);
  });
});

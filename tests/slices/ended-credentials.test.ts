import { beforeEach, describe, expect, it } from 'vitest';
import type { SyncAnswer, SyncEntry } from '#src/contract/sync/schemas.ts';
import type { KeySet } from '#src/protocol/keys.ts';
import type { SignedDevice } from '#tests/support/device/signed-device.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { password, signInAll, type Asker } from '#tests/support/market/two-markets.ts';

/** Limits of a device in the name of a person whose credentials have ended, or who is not signed in on it. */
describe('a device without its person', () => {
  const place = marketForSuite();
  beforeEach(async () => {
    place.market.tokens = await signInAll(place.app);
  });

  const topUp = (kiosk: SignedDevice, monto: number) =>
    kiosk.writePaper(monto, place.market.customer.id).topUp;
  const said = async (
    device: SignedDevice,
    entries: readonly SyncEntry[],
    token?: string,
  ): Promise<string[]> => {
    const { status, body } = await device.send(device.request(entries), token);
    expect(status).toBe(200);
    const { results } = body as unknown as SyncAnswer;
    return results.map(({ state, reason, refusal }) =>
      [state, reason ?? refusal?.code].filter(Boolean).join(' '),
    );
  };
  const endings: [string, Asker, () => Promise<unknown>][] = [
    ['the market resets the password', 'RECARGA', () => reset('RECARGA')],
    ['the person signs out everywhere', 'RECARGA', () => place.as('RECARGA', '/auth/logout-everywhere', {})],
    [
      'the market rejects and approves the person',
      'RECARGA',
      async () => {
        const target = { id: place.market.ids['RECARGA'], userType: 'RECARGA' };
        await place.manage('/auth/reject', target);
        await place.manage('/auth/approve', target);
      },
    ],
  ];

  async function reset(userType: 'RECARGA' | 'ESTANTE'): Promise<void> {
    const target = { id: place.market.ids[userType], userType };
    const { body } = await place.manage('/auth/reset-code', target);
    const email = `${userType.toLowerCase()}@plaza.co`;
    const changed = await place.as('nobody', '/auth/reset-password', {
      email,
      userType,
      code: body['code'],
      password,
    });
    expect(changed.status).toBe(204);
  }

  it.each(endings)(
    'makes no top-up or sale after %s until the person signs in there',
    async (_, who, end) => {
      const [kiosk, other] = [await place.kiosk(), await place.kiosk()];
      expect(await said(kiosk, [topUp(kiosk, 1_000)])).toEqual(['accepted']);
      await end();
      const late = topUp(kiosk, 2_000);
      expect(await said(kiosk, [late])).toEqual(['in-review NOT_OPERATOR']);
      expect((await kiosk.sync([])).operators).toMatchObject([{ suspended: true }]);
      const { kiosks } = (await place.as('nobody', '/sync/keys')).body as unknown as KeySet;
      expect(kiosks.map(({ deviceId }) => deviceId)).not.toContain(kiosk.id);
      // The old token is invalid; another person's session does not vouch for this one.
      expect((await kiosk.send(kiosk.request([]), place.market.tokens[who])).status).toBe(401);
      place.market.tokens = await signInAll(place.app);
      await said(kiosk, [], place.market.tokens['ESTANTE']);
      expect(await said(kiosk, [topUp(kiosk, 3_000)])).toEqual(['in-review NOT_OPERATOR']);
      expect(await said(kiosk, [topUp(kiosk, 4_000)], place.market.tokens['RECARGA'])).toEqual(['accepted']);
      expect(await said(kiosk, [topUp(kiosk, 5_000)])).toEqual(['accepted']);
      expect((await kiosk.sync([])).operators[0]?.suspended).toBeUndefined();
      expect((await other.sync([])).operators).toMatchObject([{ suspended: true }]);
      // The set-aside operations are in the market's list, for a person to decide.
      const line = await place.lineOf(late.envelope.payload.uuid);
      expect(line).toMatchObject({ state: 'review', price: 2_000 });
    },
  );

  it('sets aside a sale of a stall that must sign in again, and pays it automatically afterwards', async () => {
    const tablet = await place.stallDevice();
    const voucher = await place.issue(50_000);
    await reset('ESTANTE');
    const sale = tablet.writeSale(voucher, 700);
    expect(await said(tablet, [sale])).toEqual(['again SIGN_IN_AGAIN']);
    expect(await said(tablet, tablet.writeAcceptedPurchase({ ...voucher, price: 800 }))).toEqual([
      'again SIGN_IN_AGAIN',
      'in-review NOT_OPERATOR',
    ]);
    place.market.tokens = await signInAll(place.app);
    expect(await said(tablet, [sale], place.market.tokens['ESTANTE'])).toEqual(['accepted']);
  });

  it("tops up without a session only within a kiosk's limits, counted by the server", async () => {
    const limits = { perVoucher: 50_000, perDevice: 100_000, snapshotHours: 72 };
    await place.manage('/sync/limits', { ...limits, kioskVoucher: 10_000, kioskTotal: 25_000 });
    const kiosk = await place.kiosk();
    const token = place.market.tokens['RECARGA'];
    expect(await said(kiosk, [topUp(kiosk, 10_001)])).toEqual(['in-review BEYOND_LIMITS']);
    const entries = [10_000, 10_000, 5_001, 5_000, 1].map((monto) => topUp(kiosk, monto));
    const beyond = 'in-review BEYOND_LIMITS';
    const states = ['accepted', 'accepted', beyond, 'accepted', beyond];
    expect(await said(kiosk, entries)).toEqual(states);
    // Repeating counts nothing twice.
    expect(await said(kiosk, entries)).toEqual(states);
    expect((await kiosk.sync([])).device.unsignedTotal).toBe(25_000);
    expect(await said(kiosk, [topUp(kiosk, 200_000)], token)).toEqual(['accepted']);
    expect((await kiosk.sync([])).device.unsignedTotal).toBe(0);
    expect(await said(kiosk, [topUp(kiosk, 10_000)])).toEqual(['accepted']);
  });

  it('counts two simultaneous contacts against one limit', async () => {
    const kiosk = await place.kiosk();
    const pairs = [
      [topUp(kiosk, 9_000), topUp(kiosk, 9_000)],
      [topUp(kiosk, 9_000), topUp(kiosk, 9_000)],
    ];
    const all = (await Promise.all(pairs.map((entries) => said(kiosk, entries)))).flat();
    expect(all.filter((state) => state === 'accepted').length).toBe(2);
  });
});

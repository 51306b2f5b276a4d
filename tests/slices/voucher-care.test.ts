import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { toVoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { openMarket, statuses } from '#tests/support/market/open-market.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';

const morning = new Date('2026-03-28T14:00:00Z');

describe('lost and expired vouchers', () => {
  let clock = morning;
  const place = marketForSuite({ now: () => clock, voucherDays: 1 });
  beforeEach(() => {
    clock = morning;
  });

  const reissue = async (uuid: string, fields: Record<string, unknown> = {}) =>
    place.manage('/code-qr/reissue', {
      id: await place.idOf(uuid),
      newUuid: toVoucherId(randomUUID()),
      identificacion: place.market.customer.identificacion,
      ...fields,
    });

  it('a top-up point blocks twenty vouchers an hour, and its market any number', async () => {
    const quotas = { pointBlocks: { points: 20, seconds: 3600 } };
    const own = await openMarket({ quotas });
    const id = await own.idOf(await own.topUp(10_000));
    const block = (asker: Asker) => own.as(asker, '/code-qr/block', { id, reason: 'perdido' });
    const answers = await Promise.all(Array.from({ length: 25 }, () => block('RECARGA')));
    expect(statuses(answers)).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)]);
    expect((await block('GLOBAL_MARKET')).status).toBe(200);
    await own.close();
  });

  it('moves the balance to a new voucher, and blocks the old one', async () => {
    const lost = await place.topUp(50_000);
    await place.bought(lost, 20_000);
    const newUuid = toVoucherId(randomUUID());
    const made = { monto: 30_000, uuid: newUuid, ownerName: 'luz marina' };
    expect((await reissue(lost, { newUuid })).body).toMatchObject(made);
    const old = await place.as('ESTANTE', `/code-qr/search/${lost}`);
    expect(old.body).toMatchObject({ monto: 0, state: 'BLOCKED' });
    await place.bought(newUuid, 10_000);
    expect((await reissue(newUuid)).body, 'the new one may be lost too').toMatchObject({ monto: 20_000 });
    const detail = await place.as('RECARGA', `/client/${place.market.customer.id}`);
    expect(detail.body['vouchers']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ _id: await place.idOf(lost), reissuedAs: shortCodeOf(newUuid) }),
      ]),
    );
  });

  it('issues only one new voucher for two different operations at once', async () => {
    const lost = await place.topUp(7_000);
    const both = await Promise.all([reissue(lost), reissue(lost)]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body['code']).toBe('VOUCHER_SPENT');
  });

  const block = async (uuid: string) =>
    place.as('RECARGA', '/code-qr/block', {
      id: await place.idOf(uuid),
      reason: 'Dice que lo perdió',
    });
  const unblock = async (uuid: string, asker: Asker = 'GLOBAL_MARKET') =>
    place.as(asker, '/code-qr/unblock', { id: await place.idOf(uuid), reason: 'Apareció' });

  it('unblocks only for its own market, with a stored reason, and can block again', async () => {
    const found = await place.topUp(10_000);
    await block(found);
    const buying = () => place.buy(found, 4_000);
    expect((await buying()).body['code']).toBe('VOUCHER_BLOCKED');
    expect((await unblock(found, 'RECARGA')).status).toBe(403);
    expect((await unblock(found, 'other GLOBAL_MARKET')).body['code']).toBe('UNKNOWN_VOUCHER');
    const both = await Promise.all([unblock(found), unblock(found)]);
    expect(both.map(({ status, body }) => [status, body['monto']])).toEqual([
      [200, 10_000],
      [200, 10_000],
    ]);
    expect(await place.audited(`voucher-unblocked&q=${await place.idOf(found)}`)).toMatchObject([
      { before: { blocked: true }, after: { blocked: false, monto: 10_000, reason: 'Apareció' } },
    ]);
    expect((await buying()).status).toBe(201);
    await block(found);
    expect((await buying()).body['code']).toBe('VOUCHER_BLOCKED');
    const seen = await place.as('ESTANTE', `/code-qr/search/${found}`);
    expect(seen.body).toMatchObject({ state: 'BLOCKED', blockedBecause: 'person', monto: 6_000 });
  });

  it('never unblocks a reissued one, even for two simultaneous requests', async () => {
    const lost = await place.topUp(8_000);
    await block(lost);
    await Promise.all([reissue(lost), unblock(lost)]);
    const late = await unblock(lost);
    expect([late.status, late.body['code']]).toEqual([409, 'VOUCHER_REISSUED']);
    const old = await place.as('ESTANTE', `/code-qr/search/${lost}`);
    expect(old.body).toMatchObject({ monto: 0, state: 'BLOCKED' });
  });

  it('races a purchase: either the sale or the new voucher gets the money', async () => {
    const lost = await place.topUp(5_000);
    const [sale, moved] = await Promise.all([place.buy(lost, 5_000), reissue(lost)]);
    expect(statuses([sale, moved])).toEqual([201, 409]);
  });

  it("takes the balance of an expired voucher once, only on its market's request", async () => {
    const old = await place.topUp(9_000);
    const id = await place.idOf(old);
    const expire = (asker: Asker) => place.as(asker, '/code-qr/expire', { id });
    expect((await expire('GLOBAL_MARKET')).body['code']).toBe('VOUCHER_NOT_EXPIRED');

    clock = new Date(Date.parse('2026-03-30T05:00:00Z'));
    // The morning's tokens are a day old: all sign in again.

    place.market.tokens = await signInAll(place.app);
    expect((await expire('other GLOBAL_MARKET')).body['code']).toBe('UNKNOWN_VOUCHER');
    expect(await place.balanceOf(old)).toBe(9_000);
    expect((await reissue(old)).body['code']).toBe('VOUCHER_EXPIRED');
    const both = await Promise.all([expire('GLOBAL_MARKET'), expire('GLOBAL_MARKET')]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(await place.balanceOf(old)).toBe(0);
    expect((await place.as('nobody', `/code-qr/search/${old}`)).body).toMatchObject({
      state: 'EXPIRED',
      monto: 0,
      passedOn: 9_000,
    });
    expect((await place.buy(old, 100)).body['code']).toBe('VOUCHER_EXPIRED');
    const list = await place.manage('/code-qr/list?state=EXPIRED');
    expect((list.body['items'] as { _id: string }[]).map(({ _id }) => _id)).toContain(id);
    clock = morning;
    place.market.tokens = await signInAll(place.app);
  });
});

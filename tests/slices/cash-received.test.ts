import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxAmount } from '#src/protocol/fields.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-market.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';

describe('cash that a person of the market has counted', () => {
  const place = marketForSuite();
  afterEach(async () => expect(await place.findings()).toEqual([]));

  const receive = (body: object, asker: Asker = 'GLOBAL_MARKET') =>
    place.as(asker, '/cash/receive', { topUpPointId: place.market.ids['RECARGA'], ...body });
  const market = async (): Promise<[number, number]> => {
    const sums = await place.sums();
    return [0 - (sums['treasury'] ?? 0), sums['cash-difference'] ?? 0];
  };
  const change = async (before: readonly [number, number]): Promise<[number, number]> => {
    const [treasury, differences] = await market();
    return [treasury - before[0], differences - before[1]];
  };

  beforeEach(() => place.receiveAll());

  it('moves to the treasury, and never twice', async () => {
    await place.issue(80_000);
    const before = await market();
    const body = { received: 60_000, pieces: [{ value: 20_000, count: 3 }] };
    expect((await receive(body, 'other GLOBAL_MARKET')).status).toBe(404);
    const counted = { expected: 80_000, received: 60_000, left: 20_000, difference: 0 };
    expect((await receive(body)).body).toMatchObject(counted);
    const both = await Promise.all([receive({ received: 20_000 }), receive({ received: 20_000 })]);
    expect(statuses(both)).toEqual([201, 409]);
    expect([await place.till(), await change(before)]).toMatchObject([{ expected: 0 }, [80_000, 0]]);
    const rows = (await place.as('RECARGA', '/cash/received?limit=2')).body['items'];
    expect(rows).toMatchObject([
      { received: 20_000, left: 0 },
      { received: 60_000, left: 20_000, closes: false, pieces: body.pieces, byName: expect.any(String) },
    ]);
    expect((await place.audited('cash-received')).slice(0, 2)).toMatchObject([
      { before: { expected: 20_000 }, after: { counted: 20_000 } },
      { before: { expected: 80_000 }, after: { counted: 60_000, difference: 0, answers: null } },
    ]);
  });

  it('is counted beside a top-up at the same time: either comes first, and both are in the books', async () => {
    await place.issue(30_000);
    const before = await market();
    const closes = { expected: 30_000 };
    const [receipt] = await Promise.all([receive({ received: 30_000, closes }), place.issue(5_000)]);
    const isFirst = receipt.status === 201;
    if (!isFirst) expect(receipt.body['message']).toContain('Ahora se esperan $35,000.');
    expect([await place.till(), await change(before)]).toMatchObject(
      isFirst ? [{ expected: 5_000 }, [30_000, 0]] : [{ expected: 35_000 }, [0, 0]],
    );
  });

  it.each([
    ['POINT', 78_000, 2_000, 78_000, 0],
    ['MARKET', 78_000, 0, 78_000, -2_000],
    ['MARKET', 81_000, 0, 81_000, 1_000],
    ['MARKET', 0, 0, 0, -80_000],
  ] as const)(
    'closes with a difference that %s answers for: %i',
    async (answers, received, left, banked, by) => {
      await place.issue(80_000);
      const before = await market();
      const bare = await receive({ received, closes: { expected: 80_000 } });
      expect([bare.status, bare.body['code']]).toEqual([400, 'DIFFERENCE_UNANSWERED']);
      const closed = await receive({ received, closes: { expected: 80_000, answers } });
      expect(closed.body).toMatchObject({ difference: received - 80_000, answers, left, closes: true });
      expect([await place.till(), await change(before)]).toMatchObject([{ expected: left }, [banked, by]]);
    },
  );

  it('is refused when it is more than the books can add up', async () => {
    const closes = { expected: 0, answers: 'MARKET' };
    expect((await receive({ received: maxAmount + 1, closes })).status).toBe(400);
  });

  it('is refused when its pieces are more than what was received', async () => {
    const refused = await receive({ received: 1, pieces: [{ value: 2, count: 1 }] });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { pieces: 'Los billetes y monedas suman más que lo recibido.' } },
    ]);
  });
});

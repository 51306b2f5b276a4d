import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAmount } from '#src/contract/brands.ts';
import type { DayClose } from '#src/contract/cash/schemas.ts';
import type { HandOver } from '#src/contract/cash/till-hand-over.ts';
import type { Till } from '#src/contract/cash/till.ts';
import type { MarketToday } from '#src/contract/markets/today.ts';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-areas.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

describe('cash counted by two people', () => {
  const place = offlineMarketForSuite();
  // Right after each step, and at the end of each test.
  const audited = async (answer: Answer): Promise<Answer> => {
    expect(await place.findings()).toEqual([]);
    return answer;
  };
  afterEach(async () => expect(await place.findings()).toEqual([]));

  const as = async (asker: Asker, path: string, body?: object, key?: string): Promise<Answer> =>
    audited(
      await ask(place.app, body ? 'POST' : 'GET', path, {
        body,
        token: place.market.tokens[asker],
        headers: key ? { 'idempotency-key': key } : {},
      }),
    );
  const handOver = (monto: number, key?: string) => as('RECARGA', '/cash/hand-over', { monto }, key);
  const receive = (id: unknown, counted: number, answers?: string, asker: Asker = 'GLOBAL_MARKET') =>
    as(asker, '/cash/receipt', { id, counted, ...(answers ? { answers } : {}) });
  const till = async (): Promise<Till> => {
    const list = (await as('RECARGA', '/cash/tills')).body as unknown as Till[];
    const own = list.find(({ topUpPointId }) => topUpPointId === place.market.ids['RECARGA']);
    if (!own) throw new Error('the till is gone');
    return own;
  };
  const list = async (query = '', asker: Asker = 'GLOBAL_MARKET'): Promise<HandOver[]> =>
    (await as(asker, `/cash/hand-overs${query}`)).body['items'] as HandOver[];
  const market = async () => {
    const { treasury = 0, ...sums } = await place.sums();
    return { treasury: 0 - treasury, differences: sums['cash-difference'] ?? 0 };
  };
  /** Empties the till and receives its cash on the way. */
  const clear = async (): Promise<void> => {
    for (const { _id, monto, state } of await list('?state=OPEN'))
      if (state === 'IN_TRANSIT') await receive(_id, monto);
      else await as('GLOBAL_MARKET', '/cash/difference', { id: _id, answers: 'MARKET' });
    const { expected, topUpPointId } = await till();
    if (expected > 0) await as('GLOBAL_MARKET', '/cash/count', { topUpPointId, expected, counted: expected });
  };

  beforeEach(clear);

  it('is on its way until another person receives it, once per key, and only then in the treasury', async () => {
    await place.issue(80_000);
    const before = await market();
    const key = randomUUID();
    const copies = await Promise.all([1, 2, 3].map(() => handOver(60_000, key)));
    expect(new Set(copies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(copies[0]?.body).toMatchObject({ monto: 60_000, left: 20_000 });
    expect(await till()).toMatchObject({ expected: 20_000, inTransit: 60_000, topUps: { count: 0 } });
    expect(await market()).toEqual(before);
    const [open] = await list('?state=OPEN');
    expect(open).toMatchObject({ monto: 60_000, state: 'IN_TRANSIT', isOverdue: false, isOwn: false });
    expect(await list('', 'RECARGA')).toMatchObject([{ isOwn: true }]);
    expect(await list('?state=OPEN', 'other GLOBAL_MARKET')).toEqual([]);
    const id = open?._id;
    expect((await receive(id, 60_000, undefined, 'RECARGA')).status).toBe(403);
    expect((await receive(id, 60_000, undefined, 'other GLOBAL_MARKET')).status).toBe(404);
    const both = await Promise.all([receive(id, 60_000), receive(id, 60_000)]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(await till()).toMatchObject({ expected: 20_000, inTransit: 0 });
    expect((await market()).treasury - before.treasury).toBe(60_000);
    const [kept] = await list('?limit=1');
    expect(kept).toMatchObject({ state: 'RECEIVED', received: { counted: 60_000, answers: null } });
    const audit = await as('GLOBAL_MARKET', '/auditoria?kind=hand-over-received');
    expect(audit.body['items']).toMatchObject([{ before: { monto: 60_000 }, after: { difference: 0 } }]);
  });

  it("is at most the till's cash, and a point no longer counts its own till", async () => {
    await place.issue(5_000);
    const much = await handOver(5_001);
    expect([much.status, much.body['code'], much.body['message']]).toEqual([
      409,
      'HAND_OVER_TOO_MUCH',
      'En la caja hay $5,000: no puede entregar más.',
    ]);
    const body = { topUpPointId: place.market.ids['RECARGA'], expected: 5_000, counted: 5_000 };
    expect((await as('RECARGA', '/cash/count', body)).status).toBe(403);
  });

  it.each([
    ['POINT', 78_000, 2_000, 78_000, 0],
    ['POINT', 81_000, 0, 80_000, 0],
    ['MARKET', 78_000, 0, 78_000, -2_000],
    ['MARKET', 81_000, 0, 81_000, 1_000],
    // An older app names no party: the market.
    [undefined, 78_000, 0, 78_000, -2_000],
  ] as const)(
    'has the same result as a count at the point: %s answers, %i counted',
    async (answers, counted, left, received, by) => {
      await place.issue(80_000);
      const before = await market();
      const topUpPointId = place.market.ids['RECARGA'];
      const body = { topUpPointId, expected: 80_000, counted, reason: 'No se sabe', answers };
      const closed = await as('GLOBAL_MARKET', '/cash/count', body);
      expect(closed.body).toMatchObject({ difference: counted - 80_000, answers: answers ?? 'MARKET' });
      expect(await till()).toMatchObject({ expected: left, inTransit: 0 });
      const after = await market();
      expect([after.treasury - before.treasury, after.differences - before.differences]).toEqual([
        received,
        by,
      ]);
      expect(await place.findings()).toEqual([]);
    },
  );

  it('leaves in its till what a point answers for, which then pays for a void of an earlier top-up', async () => {
    const { codeQrUuid } = await place.issue(30_000);
    const topUpPointId = place.market.ids['RECARGA'];
    const body = { topUpPointId, expected: 30_000, counted: 1_000, reason: 'Falta', answers: 'POINT' };
    expect((await as('GLOBAL_MARKET', '/cash/count', body)).status).toBe(201);
    await place.issue(1_000);
    const { rows } = await place.opened.database.query<{ id: string }>({
      text: 'select movement_id as id from top_up where voucher_id = $1',
      values: [codeQrUuid],
    });
    const undone = await as('RECARGA', '/code-qr/void', { id: rows[0]?.id, reason: 'TWICE' });
    expect(undone.body).toMatchObject({ paidFrom: 'TILL', till: 0 });
  });

  it.each([
    ['POINT', 78_000, { expected: 2_000, inTransit: 0 }, 78_000, 0],
    // A surplus goes back to the point from the counted cash.
    ['POINT', 81_000, { expected: 0, inTransit: 0 }, 80_000, 0],
    ['MARKET', 78_000, { expected: 0, inTransit: 0 }, 78_000, -2_000],
    ['MARKET', 81_000, { expected: 0, inTransit: 0 }, 81_000, 1_000],
    ['OPEN', 78_000, { expected: 0, inTransit: 2_000 }, 78_000, 0],
    ['OPEN', 81_000, { expected: 0, inTransit: -1_000 }, 81_000, 0],
  ] as const)(
    'with a difference that %s answers for is posted there, with %i counted',
    async (who, counted, left, received, by) => {
      await place.issue(80_000);
      const before = await market();
      const { body } = await handOver(80_000);
      const bare = await receive(body['_id'], counted);
      expect([bare.status, bare.body['code']]).toEqual([400, 'DIFFERENCE_UNANSWERED']);
      expect((await receive(body['_id'], counted, who)).body).toMatchObject({
        difference: counted - 80_000,
        answers: who,
      });
      expect(await till()).toMatchObject(left);
      const after = await market();
      expect([after.treasury - before.treasury, after.differences - before.differences]).toEqual([
        received,
        by,
      ]);
    },
  );

  it('leaves a difference open until it is assigned, once', async () => {
    await place.issue(10_000);
    const { body } = await handOver(10_000);
    const id = body['_id'];
    expect((await receive(id, 9_000, 'OPEN')).status).toBe(201);
    const today = (await as('GLOBAL_MARKET', '/today/market')).body as unknown as MarketToday;
    expect(today.handOvers).toMatchObject({ overdue: { count: 0 }, unanswered: { count: 1, total: 1_000 } });
    const answer = (answers: string) => as('GLOBAL_MARKET', '/cash/difference', { id, answers });
    expect((await answer('OPEN')).status).toBe(400);
    expect(statuses(await Promise.all([answer('POINT'), answer('POINT')]))).toEqual([201, 409]);
    expect(await till()).toMatchObject({ expected: 1_000, inTransit: 0 });
    expect(await list('?state=OPEN')).toEqual([]);
  });

  it('can be withdrawn by its point until it is received', async () => {
    await place.issue(7_000);
    const { body } = await handOver(7_000);
    const id = body['_id'];
    const takeBack = (asker: Asker) => as(asker, '/cash/hand-over-void', { id });
    expect((await takeBack('other RECARGA')).status).toBe(404);
    expect(statuses(await Promise.all([takeBack('RECARGA'), receive(id, 7_000)]))).toEqual([201, 409]);
    const [made] = await list('?limit=1');
    if (made?.state === 'TAKEN_BACK')
      expect(await till()).toMatchObject({
        expected: 7_000,
        inTransit: 0,
        lastHandOverAt: expect.anything(),
      });
  });

  it("is in the market's to-do list, in the day's close and in the metrics after a day", async () => {
    await place.issue(4_000);
    await handOver(4_000);
    await place.opened.database.query({
      text: `update till_hand_over set recorded_at = recorded_at - interval '25 hours'`,
    });
    const overdue = { count: 1, total: 4_000, names: [expect.any(String)] };
    const today = (await as('GLOBAL_MARKET', '/today/market')).body as unknown as MarketToday;
    expect(today.handOvers.overdue).toEqual(overdue);
    const day = (await as('GLOBAL_MARKET', '/cash/day')).body as unknown as DayClose;
    expect(day.handOvers.overdue).toEqual(overdue);
    expect(day.accounts.find(({ account }) => account === 'in-transit')).toMatchObject({ after: -4_000 });
    expect(await list('?state=OPEN')).toMatchObject([{ isOverdue: true }]);
  });

  describe('a hand-over by a kiosk without a link', () => {
    it('arrives with its journal after the top-ups that it consists of, once', async () => {
      const kiosk = await place.kiosk();
      const topUp = kiosk.write('top-up', {
        monto: toAmount(30_000),
        uuid: randomUUID() as never,
        clientId: place.market.customer.id,
      });
      const pieces = [{ value: 10_000, count: 3 }];
      const handed = kiosk.write('till-hand-over', { monto: toAmount(30_000), pieces });
      expect(await kiosk.states([topUp, handed])).toEqual(['accepted', 'accepted']);
      expect(await kiosk.states([handed])).toEqual(['accepted']);
      expect(await place.findings()).toEqual([]);
      expect(await till()).toMatchObject({ expected: 0, inTransit: 30_000 });
      const [open] = await list('?state=OPEN');
      expect(open).toMatchObject({ monto: 30_000, pieces, state: 'IN_TRANSIT' });
      // The same person's call under the same id is the same operation.
      const again = await handOver(30_000, handed.envelope.opId);
      expect(again.body['code']).toBe('KEY_REUSED');
      const same = await as('RECARGA', '/cash/hand-over', { monto: 30_000, pieces }, handed.envelope.opId);
      expect([same.status, same.headers['idempotent-replayed']]).toEqual([201, 'true']);
      await receive(open?._id, 30_000);
    });

    it("is refused above the till's cash, and waits while a top-up of it awaits a person", async () => {
      const kiosk = await place.kiosk();
      const much = kiosk.write('till-hand-over', { monto: toAmount(1_000) });
      expect(await kiosk.states([much])).toEqual(['refused']);
      const body = { monto: toAmount(50_000), uuid: randomUUID() as never, clientId: randomUUID() };
      const reviewed = kiosk.write('top-up', body);
      const handed = kiosk.write('till-hand-over', { monto: toAmount(50_000) });
      expect(await kiosk.states([reviewed, handed])).toEqual(['in-review', 'again']);
      expect(await till()).toMatchObject({ expected: 0, inTransit: 0 });
    });

    it('is rejected from another point, or a revoked device', async () => {
      await place.issue(9_000);
      const kiosk = await place.kiosk();
      const other = place.market.ids['other RECARGA'];
      const foreign = kiosk.write('till-hand-over', { monto: toAmount(9_000) }, { operatorId: other });
      expect(await kiosk.states([foreign])).toEqual(['again']);
      const stall = await place.stallDevice();
      const ofStall = stall.write('till-hand-over', { monto: toAmount(9_000) });
      expect(await stall.states([ofStall])).toEqual(['refused']);
      expect(await till()).toMatchObject({ expected: 9_000, inTransit: 0 });
      await place.manage('/devices/revoke', { id: kiosk.id });
      const late = kiosk.write('till-hand-over', { monto: toAmount(9_000) });
      expect(await kiosk.states([late])).toEqual(['refused']);
    });
  });
});

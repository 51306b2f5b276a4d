import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAmount, toVoucherId } from '#src/contract/brands.ts';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { Till } from '#src/contract/cash/till.ts';
import type { SyncAnswer } from '#src/contract/sync/schemas.ts';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';
import { statuses } from '#tests/support/market/open-areas.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';

const ceiling = 100_000;

describe("a point's ceiling of unreceived cash", () => {
  const place = offlineMarketForSuite();
  const as = (asker: Asker, path: string, body?: object, key?: string): Promise<Answer> =>
    ask(place.app, body ? 'POST' : 'GET', path, {
      body,
      token: place.market.tokens[asker],
      headers: key ? { 'idempotency-key': key } : {},
    });
  const topUp = (monto: number, marketCode?: string, key?: string, uuid = randomUUID()) =>
    as(
      'RECARGA',
      '/code-qr/create-recharger',
      { monto, uuid, clientId: place.market.customer.id, ...(marketCode ? { marketCode } : {}) },
      key,
    );
  const till = async (): Promise<Till> => {
    const list = (await as('RECARGA', '/cash/tills')).body as unknown as Till[];
    const own = list.find(({ topUpPointId }) => topUpPointId === place.market.ids['RECARGA']);
    if (!own) throw new Error('the till is gone');
    return own;
  };
  const setCeiling = async (tillCeiling: number): Promise<void> => {
    const { body } = await as('GLOBAL_MARKET', '/market/settings');
    expect((await as('GLOBAL_MARKET', '/market/settings', { ...body, tillCeiling })).status).toBe(200);
  };
  const makeCode = (topUpPointId = place.market.ids['RECARGA'], asker: Asker = 'GLOBAL_MARKET') =>
    as(asker, '/market/codes', { purpose: 'top-up', topUpPointId });

  beforeEach(async () => {
    await setCeiling(ceiling);
    const { expected, topUpPointId } = await till();
    const body = { topUpPointId, expected, counted: expected };
    if (expected > 0) expect((await as('GLOBAL_MARKET', '/cash/count', body)).status).toBe(201);
    expect((await topUp(90_000)).status).toBe(201);
  });
  afterEach(async () => {
    expect(await place.findings()).toEqual([]);
    const open = (await as('GLOBAL_MARKET', '/cash/hand-overs?state=OPEN')).body['items'] as {
      _id: string;
      monto: number;
    }[];
    for (const { _id: id, monto: counted } of open)
      expect((await as('GLOBAL_MARKET', '/cash/receipt', { id, counted })).status).toBe(201);
  });

  it('refuses a top-up beyond it and stores the refusal, until the cash is received', async () => {
    const key = randomUUID();
    const uuid = randomUUID();
    const full = await topUp(10_001, undefined, key, uuid);
    expect([full.status, full.body['code'], full.body['message']]).toEqual([
      409,
      'TILL_FULL',
      'La caja está llena: le caben $10,000. Entregue efectivo, o pida un código al mercado.',
    ]);
    const { body } = await as('RECARGA', '/cash/hand-over', { monto: 90_000 });
    // Cash on its way counts.
    expect((await topUp(10_001)).body['code']).toBe('TILL_FULL');
    const received = { id: body['_id'], counted: 90_000 };
    expect((await as('GLOBAL_MARKET', '/cash/receipt', received)).status).toBe(201);
    expect((await topUp(10_001, undefined, key, uuid)).body['code']).toBe('TILL_FULL');
    expect((await topUp(10_001)).status).toBe(201);
  });

  it('admits of many simultaneous top-ups only those that fit', async () => {
    const asked = await Promise.all(Array.from({ length: 16 }, () => topUp(2_000)));
    expect(statuses(asked).filter((status) => status === 201)).toHaveLength(5);
    expect(await till()).toMatchObject({ expected: ceiling, ceiling });
  });

  it('can be exceeded once with a code that the market made for this point, and the audit names it', async () => {
    expect((await makeCode(randomUUID())).status).toBe(404);
    expect((await makeCode(place.market.ids['RECARGA'], 'other GLOBAL_MARKET')).status).toBe(404);
    const other = await makeCode(place.market.ids['other RECARGA'], 'other GLOBAL_MARKET');
    expect((await topUp(50_000, String(other.body['code']))).body['code']).toBe('MARKET_CODE_INVALID');
    const code = String((await makeCode()).body['code']);
    const key = randomUUID();
    const uuid = randomUUID();
    const twice = await Promise.all([topUp(50_000, code), topUp(50_000, code, key, uuid)]);
    expect(statuses(twice)).toEqual([201, 409]);
    expect((await topUp(1_000, code)).body['code']).toBe('MARKET_CODE_INVALID');
    expect(await till()).toMatchObject({ expected: 140_000 });
    const audit = await as('GLOBAL_MARKET', '/auditoria?kind=till-full-allowed');
    expect(audit.body['items']).toMatchObject([
      { before: { held: 90_000, ceiling }, after: { monto: 50_000 } },
    ]);
  });

  it('does not use up a code below the ceiling, or an expired one', async () => {
    const code = String((await makeCode()).body['code']);
    expect((await topUp(10_000, code)).status).toBe(201);
    await place.opened.database.query({
      text: `update market_code set expires_at = now() - interval '1 second' where purpose = 'top-up' and used_at is null`,
    });
    expect((await topUp(1, code)).body['code']).toBe('MARKET_CODE_INVALID');
  });

  it("sets aside a kiosk's top-up beyond it, which a person may approve", async () => {
    const kiosk = await place.kiosk();
    const uuid = toVoucherId(randomUUID());
    const entry = kiosk.write('top-up', {
      monto: toAmount(20_000),
      uuid,
      clientId: place.market.customer.id,
    });
    const { results } = await kiosk.sync([entry]);
    expect(results).toMatchObject([{ state: 'in-review', reason: 'TILL_FULL' }]);
    expect(await till()).toMatchObject({ expected: 90_000 });
    const { rows } = await place.opened.database.query<{ id: string }>({
      text: `select id from sale_conflict where op_id = $1`,
      values: [entry.envelope.opId],
    });
    const decided = { id: rows[0]?.id, to: 'guarantee', note: 'Contado' };
    const answer = await as('GLOBAL_MARKET', '/sync/conflicts/assign', decided);
    expect([answer.status, await place.balanceOf(uuid)]).toEqual([200, 20_000]);
    expect(await till()).toMatchObject({ expected: 110_000 });
  });

  it("accepts a kiosk's top-up with a code", async () => {
    const kiosk = await place.kiosk();
    const marketCode = String((await makeCode()).body['code']);
    const body = {
      monto: toAmount(20_000),
      uuid: toVoucherId(randomUUID()),
      clientId: place.market.customer.id,
    };
    expect(await kiosk.states([kiosk.write('top-up', { ...body, marketCode })])).toEqual(['accepted']);
  });

  it('is reported to a kiosk with each contact', async () => {
    const kiosk = await place.kiosk();
    const { operators } = (await kiosk.sync([])) as unknown as SyncAnswer;
    expect(operators).toMatchObject([{ till: { held: 90_000, inTransit: 0, ceiling } }]);
  });

  it('holds sales with vouchers issued beyond it, reissued or not, until the market has received the cash', async () => {
    const code = String((await makeCode()).body['code']);
    const [kept, lost, fine] = [randomUUID(), randomUUID(), randomUUID()];
    expect((await topUp(5_000, undefined, undefined, fine)).status).toBe(201);
    expect((await topUp(30_000, code, undefined, kept)).status).toBe(201);
    const { body } = await topUp(20_000, String((await makeCode()).body['code']), undefined, lost);
    expect((await as('GLOBAL_MARKET', '/code-qr/block', { id: body['_id'], reason: 'Perdido' })).status).toBe(
      200,
    );
    const identificacion = place.market.customer.identificacion;
    const renewed = { id: body['_id'], newUuid: randomUUID(), identificacion };
    expect((await as('GLOBAL_MARKET', '/code-qr/reissue', renewed)).status).toBe(201);
    const estanteId = place.market.ids['ESTANTE'];
    const dues = async (): Promise<StallBalance | undefined> => {
      const list = (await as('GLOBAL_MARKET', '/cash/stalls')).body as unknown as StallBalance[];
      return list.find((one) => one.estanteId === estanteId);
    };
    const before = (await dues())?.inReview ?? 0;
    for (const [codeQrUuid, price] of [
      [fine, 5_000],
      [kept, 12_000],
      [renewed.newUuid, 8_000],
    ] as const) {
      const sale = { userId: place.market.customer.id, estanteId, codeQrUuid, price };
      expect((await as('ESTANTE', '/shopping/create', sale)).status).toBe(201);
    }
    expect(await dues()).toMatchObject({ inReview: before + 20_000 });
    const takings = (await as('ESTANTE', `/cash/takings/${estanteId}`)).body;
    expect(takings).toMatchObject({ reasons: ['OVER_CEILING'], sales: 2 });
    const { expected, topUpPointId } = await till();
    const count = { topUpPointId, expected, counted: expected };
    expect((await as('GLOBAL_MARKET', '/cash/count', count)).status).toBe(201);
    expect(await dues()).toMatchObject({ inReview: before });
  });
});

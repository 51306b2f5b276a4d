import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

describe('a complaint', () => {
  const areas = forSuite(openAreas, (one) => one.close());

  const bought = async (price = 8_500) => {
    const voucher = await areas.topUp(20_000);
    return { voucher, code: await areas.buy(voucher, price) };
  };
  const file = (body: object) => ask(areas.app, 'POST', '/complaints/create', { body });
  const filed = async (sale: { voucher: string; code: string }): Promise<string> => {
    const made = await file({
      codeCompra: sale.code,
      codeQrUuid: sale.voucher,
      reason: 'NOT_MINE',
      words: 'Estaba en Guasca.',
    });
    expect(made.status).toBe(201);
    const { rows } = await areas.opened.database.query<{ id: string }>({
      text: `select k.id from complaint k join purchase b on b.movement_id = k.purchase_id where b.code = $1`,
      values: [sale.code],
    });
    return rows[0]?.id ?? '';
  };
  const answer = (id: string, body: object, as: Asker = 'GLOBAL_MARKET', key: string = randomUUID()) =>
    areas.as(as, 'POST', '/complaints/answer', { id, words: '', ...body }, key);
  const read = async (voucher: string) =>
    (await ask(areas.app, 'GET', `/complaints/voucher/${voucher}`)).body['items'] as Record<
      string,
      unknown
    >[];

  it("is recorded once, only by a holder of that purchase's code", async () => {
    const sale = await bought();
    const other = await bought();
    const wrong = await file({
      codeCompra: sale.code,
      codeQrUuid: other.voucher,
      reason: 'NOT_MINE',
      words: '',
    });
    expect(wrong.status).toBe(404);
    await filed(sale);
    const again = await file({
      codeCompra: sale.code,
      codeQrUuid: sale.voucher,
      reason: 'TWICE',
      words: 'otra',
    });
    expect([again.status, again.body]).toMatchObject([
      201,
      { reason: 'NOT_MINE', words: 'Estaba en Guasca.' },
    ]);
    expect(await read(sale.voucher)).toHaveLength(1);
    expect(await read(other.voucher)).toEqual([]);
  });

  it('is accepted at a point of its market by the short code on the voucher', async () => {
    const sale = await bought();
    const shortCode = shortCodeOf(sale.voucher);
    const body = { codeCompra: sale.code, shortCode: shortCode.toLowerCase(), reason: 'TWICE', words: '' };
    expect((await file(body)).status).toBe(404);
    expect((await areas.as('other RECARGA', 'POST', '/complaints/create', body)).status).toBe(404);
    const made = await areas.as('RECARGA', 'POST', '/complaints/create', body);
    expect([made.status, made.body['reason']]).toEqual([201, 'TWICE']);
    expect((await areas.as('ESTANTE', 'POST', '/complaints/create', body)).status).toBe(403);
  });

  it("is refused after the market's days for it", async () => {
    const sale = await bought();
    await areas.opened.database.query({
      text: `update purchase set recorded_at = recorded_at - interval '8 days' where code = $1`,
      values: [sale.code],
    });
    const late = await file({
      codeCompra: sale.code,
      codeQrUuid: sale.voucher,
      reason: 'NOT_MINE',
      words: '',
    });
    expect([late.status, late.body['code']]).toEqual([409, 'COMPLAINT_TOO_LATE']);
  });

  it('is visible with its trace to its stall and its market, of whom one answers; the customer reads the answer and gets the money', async () => {
    const sale = await bought();
    const id = await filed(sale);
    for (const as of ['other GLOBAL_MARKET', 'other ESTANTE'] as const)
      expect((await areas.as(as, 'GET', `/complaints/${id}`)).status).toBe(404);
    const said = await areas.as('ESTANTE', 'POST', '/complaints/words', { id, words: 'Vino una señora.' });
    expect(said.body['stall']).toMatchObject({ words: 'Vino una señora.' });
    const seen = await areas.as('GLOBAL_MARKET', 'GET', `/complaints/${id}`);
    expect(seen.body).toMatchObject({
      number: expect.stringMatching(/^R-\d{4}$/),
      left: 8_500,
      isOverdue: false,
      trace: { isOffline: false, readAt: null, deviceName: '' },
    });
    const key = randomUUID();
    const done = await answer(
      id,
      { verdict: 'PART', monto: 3_000, words: 'Le cobraron de más.' },
      'GLOBAL_MARKET',
      key,
    );
    expect([done.status, done.body]).toMatchObject([201, { returned: 3_000, stands: 5_500 }]);
    expect(
      await answer(id, { verdict: 'PART', monto: 3_000, words: 'Le cobraron de más.' }, 'GLOBAL_MARKET', key),
    ).toMatchObject({
      status: 201,
      body: { returned: 3_000 },
    });
    expect((await answer(id, { verdict: 'ALL' })).body['code']).toBe('WRONG_STATE');
    expect(await areas.balanceOf(sale.voucher)).toBe(14_500);
    expect(await read(sale.voucher)).toMatchObject([
      { answer: { verdict: 'PART', words: 'Le cobraron de más.', returned: 3_000, stands: 5_500 } },
    ]);
    const trail = await areas.as('GLOBAL_MARKET', 'GET', '/auditoria?kind=complaint-answered');
    expect(trail.body['items']).toMatchObject([{ after: { verdict: 'PART', returned: 3_000 } }]);
    const late = await areas.as('ESTANTE', 'POST', '/complaints/words', { id, words: 'Tarde.' });
    expect(late.body['code']).toBe('WRONG_STATE');
  });

  it('"no procede" is the market\\\'s alone, needs words and moves nothing', async () => {
    const sale = await bought();
    const id = await filed(sale);
    expect((await answer(id, { verdict: 'NONE', words: 'no' }, 'ESTANTE')).status).toBe(403);
    expect((await answer(id, { verdict: 'NONE' })).body['code']).toBe('REASON_REQUIRED');
    expect((await answer(id, { verdict: 'NONE', words: 'La firma es suya.' })).status).toBe(201);
    expect(await areas.balanceOf(sale.voucher)).toBe(11_500);
  });

  it('can be settled in full by the stall alone on the same day, without repeating earlier voids', async () => {
    const one = await bought();
    expect((await answer(await filed(one), { verdict: 'ALL' }, 'ESTANTE')).body['returned']).toBe(8_500);
    expect(await areas.balanceOf(one.voucher)).toBe(20_000);
    const two = await bought();
    const id = await filed(two);
    await areas.as(
      'ESTANTE',
      'POST',
      '/shopping/void',
      { codeCompra: two.code, reason: 'Error' },
      randomUUID(),
    );
    expect((await answer(id, { verdict: 'ALL' })).body).toMatchObject({ returned: 0, stands: 0 });
    expect(await areas.balanceOf(two.voucher)).toBe(20_000);
  });

  it('without an answer is overdue on the home page; several at once get one number each', async () => {
    const sales = await Promise.all([bought(100), bought(100), bought(100)]);
    const made = await Promise.all(
      sales.map(({ code, voucher }) =>
        file({ codeCompra: code, codeQrUuid: voucher, reason: 'TWICE', words: '' }),
      ),
    );
    expect(new Set(made.map(({ body }) => body['number'])).size).toBe(3);
    const waiting = async () => (await areas.as('GLOBAL_MARKET', 'GET', '/today/market')).body['complaints'];
    const before = (await waiting()) as { count: number };
    expect(before).toMatchObject({ overdue: 0 });
    await areas.opened.database.query({
      text: `update complaint set due_at = now() - interval '1 minute' where answered_at is null and market_id =
        (select market_id from purchase where code = $1)`,
      values: [sales[0]?.code],
    });
    expect(await waiting()).toEqual({ count: before.count, overdue: before.count });
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StallBalance } from '#src/contract/cash/schemas.ts';
import type { HeldStall, Takings } from '#src/contract/takings/schemas.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { openAreas, statuses, type Areas } from '#tests/support/market/open-areas.ts';
import { signInAll, type Asker } from '#tests/support/market/two-markets.ts';

const usual = 150_000;

describe("a stall's sales beyond its usual amount", () => {
  let areas: Areas;
  let clock = new Date('2026-03-01T15:00:00Z');
  let marketDay = 1;
  beforeAll(async () => {
    areas = await openAreas({ now: () => clock, environment: { ACCESS_TOKEN_MINUTES: '1440' } });
    const settings = (await as('GLOBAL_MARKET', '/market/settings')).body;
    const roomy = { ...settings, tillCeiling: 1_000_000_000 };
    expect((await as('GLOBAL_MARKET', '/market/settings', roomy)).status).toBe(200);
  });
  afterAll(async () => {
    expect((await auditLedger(areas.opened.database)).findings).toEqual([]);
    await areas.close();
  });

  const as = (asker: Asker, path: string, body?: object, key?: string) => {
    clock = new Date(clock.getTime() + 1_000);
    return areas.as(asker, body ? 'POST' : 'GET', path, body, key);
  };
  const nextDay = async (): Promise<void> => {
    marketDay += 1;
    clock = new Date(Date.UTC(2026, 2, marketDay, 15));
    areas.market.tokens = await signInAll(areas.app);
  };
  const stallId = (): string => areas.market.ids['ESTANTE'];
  const sell = async (price: number, voucher?: string): Promise<string> => {
    const codeQrUuid = voucher ?? (await areas.topUp(price));
    const body = { userId: areas.market.customer.id, estanteId: stallId(), codeQrUuid, price };
    const answer = await as('ESTANTE', '/shopping/create', body);
    expect(answer.status).toBe(201);
    return String(answer.body['codeCompra']);
  };
  const dues = async (): Promise<StallBalance> => {
    const rows = (await as('GLOBAL_MARKET', '/cash/stalls')).body as unknown as StallBalance[];
    const own = rows.find(({ estanteId }) => estanteId === stallId());
    if (!own) throw new Error('the stall has no balance');
    return own;
  };
  const pay = (monto: number) => as('GLOBAL_MARKET', '/cash/payout', { estanteId: stallId(), monto });
  const payAll = async (): Promise<void> => {
    const { owed, inReview } = await dues();
    expect(inReview).toBe(0);
    if (owed > 0) expect((await pay(owed)).status).toBe(201);
  };
  const takings = async (asker: Asker = 'GLOBAL_MARKET'): Promise<Takings> =>
    (await as(asker, `/cash/takings/${stallId()}`)).body as unknown as Takings;
  const waiting = async (): Promise<HeldStall[]> =>
    (await as('GLOBAL_MARKET', '/cash/takings')).body as unknown as HeldStall[];
  const decide = (
    monto: number,
    verdict: 'RELEASED' | 'KEPT',
    key?: string,
    asker: Asker = 'GLOBAL_MARKET',
  ) => as(asker, '/cash/takings', { estanteId: stallId(), monto, verdict }, key);

  it('are paid without review while usual, whatever was folded when', async () => {
    for (let day = 0; day < 4; day += 1) {
      await sell(usual - 10_000);
      await sell(10_000);
      expect(await dues()).toMatchObject({ owed: usual, inReview: 0 });
      await payAll();
      if (day % 2 === 0) await foldDays(areas.opened.database, 'America/Bogota');
      await nextDay();
    }
    expect(await waiting()).toEqual([]);
  });

  it('are under review beyond 500,000 and three usual days, and no payment includes them', async () => {
    await sell(480_000);
    const late = await sell(70_000);
    expect(await dues()).toMatchObject({ owed: 550_000, inReview: 50_000 });
    await foldDays(areas.opened.database, 'America/Bogota');
    expect(await dues()).toMatchObject({ owed: 550_000, inReview: 50_000 });
    const refused = await pay(500_001);
    expect([refused.status, refused.body['code']]).toEqual([409, 'MORE_THAN_OWED']);
    const both = { estanteId: stallId(), monto: 500_001, includeHeld: true };
    expect((await as('GLOBAL_MARKET', '/cash/payout', both)).body['code']).toBe('MORE_THAN_OWED');
    expect((await pay(500_000)).status).toBe(201);
    expect(await waiting()).toMatchObject([
      { estanteId: stallId(), held: 50_000, sales: 1, reasons: ['UNUSUAL'], isKept: false },
    ]);
    expect(await takings('ESTANTE')).toMatchObject({
      held: 50_000,
      rows: [{ codeCompra: late, price: 70_000, held: 50_000, reason: 'UNUSUAL', isTyped: false }],
      released: null,
    });
    const [today] = (await takings()).days.slice(-1);
    expect(today).toEqual({
      day: `2026-03-0${marketDay}`,
      taken: 550_000,
      held: 50_000,
      sales: 2,
      waiting: 1,
      limit: 500_000,
      usual,
    });
  });

  it('are released with one act, once per key, and paid then', async () => {
    const key = randomUUID();
    const copies = await Promise.all([1, 2, 3].map(() => decide(50_000, 'RELEASED', key)));
    expect(statuses(copies)).toEqual([201, 201, 201]);
    expect((await decide(1, 'RELEASED')).body['code']).toBe('TAKINGS_MOVED');
    expect(await dues()).toMatchObject({ owed: 50_000, inReview: 0 });
    expect((await takings('ESTANTE')).released).toMatchObject({ monto: 50_000, sales: 1 });
    expect((await as('GLOBAL_MARKET', '/auditoria?kind=takings-released')).body['items']).toMatchObject([
      { subject: { id: stallId() }, after: { monto: 50_000, sales: 1 } },
    ]);
    await payAll();
    expect((await takings('ESTANTE')).released).toBeNull();
    await nextDay();
  });

  it('are released up to the amount on the screen: later sales wait', async () => {
    await sell(600_000);
    const { held } = await takings();
    expect(held).toBe(100_000);
    await sell(30_000);
    expect((await decide(held, 'RELEASED')).status).toBe(201);
    expect(await dues()).toMatchObject({ inReview: 30_000 });
    expect((await decide(30_001, 'RELEASED')).body['code']).toBe('TAKINGS_MOVED');
    expect((await decide(30_000, 'RELEASED')).status).toBe(201);
    await payAll();
    await nextDay();
  });

  it('stay under review when the market keeps them, until more are added', async () => {
    await sell(520_000);
    expect((await decide(20_000, 'KEPT')).status).toBe(201);
    expect(await waiting()).toMatchObject([{ held: 20_000, isKept: true }]);
    expect(await dues()).toMatchObject({ inReview: 20_000 });
    await sell(1_000);
    expect(await waiting()).toMatchObject([{ held: 21_000, isKept: false }]);
    expect((await decide(21_000, 'RELEASED')).status).toBe(201);
    await payAll();
    await nextDay();
  });

  it('leave review once their sale is voided, on the same day or later', async () => {
    await sell(490_000);
    const code = await sell(90_000);
    const back = await sell(40_000);
    const voidIt = (asker: Asker, codeCompra: string) =>
      as(asker, '/shopping/void', { codeCompra, reason: 'Error' });
    expect(await dues()).toMatchObject({ owed: 620_000, inReview: 120_000 });
    expect((await voidIt('ESTANTE', back)).status).toBe(201);
    expect(await dues()).toMatchObject({ owed: 580_000, inReview: 80_000 });
    expect((await pay(500_000)).status).toBe(201);
    await nextDay();
    expect(await dues()).toMatchObject({ owed: 80_000, inReview: 80_000 });
    expect((await voidIt('GLOBAL_MARKET', code)).status).toBe(201);
    expect(await dues()).toMatchObject({ owed: -10_000, inReview: 0 });
  });

  it('show which codes were typed: the server looked them up by short code', async () => {
    const voucher = await areas.topUp(900_000);
    const { body } = await as('ESTANTE', `/code-qr/search/${voucher}`);
    const [typed, read] = [await areas.topUp(700_000), voucher];
    const shown = (await as('ESTANTE', `/code-qr/search/${typed}`)).body;
    expect((await as('ESTANTE', `/code-qr/search/${String(shown['shortCode'])}`)).status).toBe(200);
    expect(body['uuid']).toBe(read);
    for (let sales = 0; sales < 3; sales += 1) await sell(1_900_000);
    await sell(700_000, typed);
    await sell(900_000, read);
    const { rows } = await takings();
    expect(rows.slice(0, 2).map(({ price, isTyped }) => [price, isTyped])).toEqual([
      [900_000, false],
      [700_000, true],
    ]);
    expect((await decide((await takings()).held, 'RELEASED')).status).toBe(201);
    await payAll();
    await nextDay();
  });

  it('are hidden from others', async () => {
    for (let sales = 0; sales < 3; sales += 1) await sell(1_900_000);
    const { held } = await takings();
    for (const asker of ['other GLOBAL_MARKET', 'other ESTANTE'] as const)
      expect((await as(asker, `/cash/takings/${stallId()}`)).body['code']).toBe('UNKNOWN_STALL');
    expect((await decide(held, 'RELEASED', undefined, 'other GLOBAL_MARKET')).body['code']).toBe(
      'UNKNOWN_STALL',
    );
    expect((await decide(held, 'RELEASED', undefined, 'ESTANTE')).status).toBe(403);
    expect((await as('other GLOBAL_MARKET', '/cash/takings')).body).toEqual([]);
    expect((await decide(held, 'RELEASED')).status).toBe(201);
    await payAll();
    await nextDay();
  });
});

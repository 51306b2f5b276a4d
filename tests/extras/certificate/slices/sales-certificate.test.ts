import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '#src/client/device/crypto.ts';
import { type MarketId, toOpId } from '#src/contract/brands.ts';
import type { Payout } from '#src/contract/cash/schemas.ts';
import type { KeySet } from '#src/contract/devices/schemas.ts';
import {
  type SalesCertificate,
  verifyCertificate,
} from '#src/extras/certificate/domain/sales-certificate.ts';
import { openAreas } from '#tests/support/market/open-areas.ts';
import { voidDeduction } from '#tests/support/market/payout-operations.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import { ask, type Answer } from '#tests/support/server/test-app.ts';
import { forSuite } from '#tests/support/suite.ts';

describe("a stall's signed sales", () => {
  const areas = forSuite(openAreas, (one) => one.close());
  const year = String(new Date().getFullYear());
  const make = (who: Asker, query: string): Promise<Answer> =>
    areas.as(who, 'GET', `/reports/sales-certificate?${query}`);
  const opened = async ({ body }: Answer): Promise<SalesCertificate> => {
    const keys = (await ask(areas.app, 'GET', '/sync/keys')).body as unknown as KeySet;
    const checked = await verifyCertificate(String(body['text']), keys, verifySignature);
    if (!checked.ok) throw new Error(checked.fault);
    return checked.certificate;
  };

  it('include sales, voids, deductions and payouts, with the public key', async () => {
    const voucher = await areas.topUp(100_000);
    await areas.buy(voucher, 40_000);
    await areas.buy(voucher, 25_000);
    const wrong = await areas.buy(voucher, 5_000);
    await areas.as('GLOBAL_MARKET', 'POST', '/shopping/void', { codeCompra: wrong, reason: 'Error' });
    const estanteId = areas.market.ids['ESTANTE'];
    const deductions = [
      { kind: 'BOOTH', monto: 20_000 },
      { kind: 'OTHER', monto: 1_000, words: 'Aseo' },
    ];
    await areas.as('GLOBAL_MARKET', 'POST', '/cash/payout', { estanteId, monto: 30_000, deductions });
    const [paid] = (await areas.as('ESTANTE', 'GET', '/cash/payouts')).body['items'] as Payout[];
    const back = { id: paid?.deductions[1]?._id ?? '', reason: 'Error' };
    const { rows } = await areas.opened.database.query<{ id: string; marketId: MarketId }>({
      text: `select id, market_id as "marketId" from person where id = $1`,
      values: [areas.market.ids['GLOBAL_MARKET']],
    });
    const [manager] = rows;
    if (!manager) throw new Error('the market has no manager');
    const deps = { database: areas.opened.database, now: () => new Date() };
    await voidDeduction(deps, { ...manager, userType: 'GLOBAL_MARKET' }, back, toOpId(randomUUID()));

    const whole = await opened(await make('ESTANTE', `period=${year}`));
    const month = Number(
      new Intl.DateTimeFormat('en', { month: 'numeric', timeZone: 'America/Bogota' }).format(),
    );
    expect(whole).toMatchObject({
      year: Number(year),
      month: null,
      daysSold: 1,
      marketName: 'Plaza',
      months: [{ month, count: 3, sold: 70_000, voided: 5_000, deducted: 20_000, paid: 30_000 }],
    });
    const ofMonth = `period=${year}-${String(month).padStart(2, '0')}&estanteId=${estanteId}`;
    expect(await opened(await make('GLOBAL_MARKET', ofMonth))).toMatchObject({
      month,
      months: whole.months,
      stallName: whole.stallName,
    });
    expect((await opened(await make('ESTANTE', 'period=2021'))).months).toEqual([]);
  });

  it("are a stall's own or those of its market's stall, and of no future time", async () => {
    const foreign = `period=${year}&estanteId=${areas.market.ids['ESTANTE']}`;
    expect((await make('other GLOBAL_MARKET', foreign)).status).toBe(404);
    expect((await opened(await make('other ESTANTE', foreign))).months).toEqual([]);
    expect((await make('GLOBAL_MARKET', `period=${year}`)).status).toBe(404);
    expect((await make('ESTANTE', 'period=2099')).status).toBe(404);
    for (const period of ['2026-13', '2026-1', '26', '2026-10-01', ''])
      expect((await make('ESTANTE', `period=${period}`)).status).toBe(400);
    expect((await make('RECARGA', `period=${year}`)).status).toBe(403);
  });
});

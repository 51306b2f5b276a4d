import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Clearing } from '#src/contract/cash/schemas.ts';
import type { Conflict } from '#src/contract/conflicts/schemas.ts';
import { adminSettings, type MarketSettings } from '#src/contract/markets/schemas.ts';
import { createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { toAmount, toOpId, type MarketCode } from '#src/protocol/brands.ts';
import { settleClearing } from '#src/server/nouns/cash/clearing.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { auditAfterSuite, marketForSuite, smallMarketForSuite } from '#tests/support/for-suite.ts';
import type { IssuedVoucher } from '#tests/support/market/open-market.ts';
import { openSmallMarket } from '#tests/support/market/small-market.ts';
import { run, sellAt } from '#tests/support/server/rolled-back.ts';
import { type Answer } from '#tests/support/server/test-app.ts';

/** Security B8: a market prints vouchers, spends them at other markets' stalls and never pays its debt. */
describe("a market's credit with the others", () => {
  const place = marketForSuite();
  const sell = (voucher: IssuedVoucher, price: number, stall: 'ESTANTE' | 'other ESTANTE') => {
    const { userId, codeQrUuid } = voucher;
    const estanteId = place.market.ids[stall];
    return place.as(stall, '/shopping/create', { userId, codeQrUuid, price, estanteId });
  };
  const outcome = ({ status, body }: Answer) => (status === 201 ? 'paid' : body['code']);
  let settings: MarketSettings;
  let own: string;
  const change = (changed: object) => place.manage('/market/settings', { ...settings, ...changed });
  const setLine = (creditLine: number) => place.set({ creditLine });

  beforeAll(async () => {
    settings = (await place.manage('/market/settings')).body as unknown as MarketSettings;
    own = place.market.codes.own;
  });

  it('is 200,000,000 until ADMIN changes it, and no market can change a limit on itself', async () => {
    expect(settings.creditLine).toBe(200_000_000);
    for (const name of adminSettings)
      expect(outcome(await change({ [name]: settings[name] + 1 }))).toBe('FORBIDDEN');
    expect((await change({ receiptFooter: 'x' })).status).toBe(200);
    await setLine(5_000);
    expect((await place.manage('/market/settings')).body['creditLine']).toBe(5_000);
  });

  it('stops its vouchers at other markets, but not at its own stalls, until it has paid', async () => {
    await setLine(5_000);
    const voucher = await place.issue(60_000);
    expect(outcome(await sell(voucher, 3_000, 'other ESTANTE'))).toBe('paid');
    const refused = await sell(voucher, 2_001, 'other ESTANTE');
    expect([refused.status, refused.body['code']]).toEqual([409, 'CLEARING_LIMIT']);
    expect(String(refused.body['message'])).toContain('solo en su propio mercado');
    expect(outcome(await sell(voucher, 2_000, 'other ESTANTE'))).toBe('paid');
    expect(outcome(await sell(voucher, 1, 'other ESTANTE'))).toBe('CLEARING_LIMIT');
    expect(outcome(await sell(voucher, 40_000, 'ESTANTE'))).toBe('paid');
    const debts = (await place.as('other GLOBAL_MARKET', '/cash/clearing')).body as unknown as Clearing[];
    const debt = debts.find(({ debtorId }) => debtorId === own);
    expect(debt?.owed).toBe(5_000);
    const paid = await place.as('other GLOBAL_MARKET', '/cash/clearing', {
      debtorId: own,
      monto: 5_000,
    });
    expect(paid.status).toBe(201);
    const last = await sell(voucher, 5_000, 'other ESTANTE');
    const undo = { codeCompra: last.body['codeCompra'], reason: 'Error' };
    expect((await place.as('other ESTANTE', '/shopping/void', undo)).status).toBe(201);
    expect(outcome(await sell(voucher, 5_000, 'other ESTANTE'))).toBe('paid');
    expect(await place.findings()).toEqual([]);
  });

  it('follows the same rule in a journal, and sends goods handed over offline to a person', async () => {
    // 5,000 is owed already.
    await setLine(5_000);
    const device = await place.otherStallDevice();
    const [voucher, other] = [await place.issue(9_000), await place.issue(9_000)];
    const { results } = await device.sync([device.writeSale(voucher, 500), device.writeSale(voucher, 500)]);
    expect(results.map(({ refusal }) => refusal?.code)).toEqual(['CLEARING_LIMIT', 'CLEARING_LIMIT']);
    const { limits } = (await place.as('other GLOBAL_MARKET', '/sync/limits')).body;
    const allowed = { ...(limits as object), foreignVoucher: 50_000 };
    expect((await place.as('other GLOBAL_MARKET', '/sync/limits', allowed)).body).toMatchObject({
      limits: { version: 2 },
    });
    device.limitsVersion = 2;
    await device.askForList();
    const sale = device.writeAcceptance(toOpId(randomUUID()), { ...other, price: 700 });
    expect(await device.states([sale])).toEqual(['in-review']);
    const lines = (await place.as('other GLOBAL_MARKET', '/sync/conflicts')).body['items'] as Conflict[];
    const line = lines.find(({ reason }) => reason === 'CLEARING_LIMIT');
    expect(await place.balanceOf(other.codeQrUuid)).toBe(9_000);
    // The market that is owed cannot lend beyond the administrator's line either.
    const decide = () => place.assign(line?._id, 'guarantee', 'other GLOBAL_MARKET');
    expect(outcome(await decide())).toBe('CLEARING_LIMIT');
    await setLine(5_700);
    expect((await decide()).status).toBe(200);
    expect(await place.balanceOf(other.codeQrUuid)).toBe(8_300);
    expect(await place.findings()).toEqual([]);
  });
});

const { opened, market } = smallMarketForSuite();
auditAfterSuite(opened);

/** 7 to 12 of 100 sales at once were paid with credit for one. */
describe('a credit line that 100 calls of two processes reach at once', () => {
  it.each([
    { credit: 2_000_000, price: 2_000_000, calls: 100, paid: 1 },
    { credit: 10_000, price: 3_000, calls: 60, paid: 3 },
  ])('pays $paid of $calls sales of $price with $credit left', async ({ credit, price, calls, paid }) => {
    const vouchers = await Promise.all(Array.from({ length: calls }, () => market.issue(price)));
    await market.database.query({
      text: 'update market m set credit_line = credit_line - credit_left(m.id) + $1 where id = $2',
      values: [credit, market.markets[0]],
    });
    const processes = [0, 1].map(() => createPurchaseQueue(market.database, () => new Date()));
    const answers = await Promise.all(
      vouchers.map((codeQrUuid, n) => {
        const sale = {
          userId: market.customer,
          estanteId: market.stalls[1],
          codeQrUuid,
          price: toAmount(price),
        };
        const purchases = processes[n % 2] ?? market.purchases;
        return recordPurchase({ purchases }, sale, null, toOpId(randomUUID()));
      }),
    );
    const codes = answers.map((answer) => (answer.kind === 'done' ? 'paid' : answer.code));
    expect(codes.toSorted()).toEqual([
      ...Array<string>(calls - paid).fill('CLEARING_LIMIT'),
      ...Array<string>(paid).fill('paid'),
    ]);
  });
});

it('a market is paid the debt of one market, and not of a third', async () => {
  const [owing, others] = [await openSmallMarket(opened.database), await openSmallMarket(opened.database)];
  const [debtor, creditor] = owing.markets;
  const voucher = await owing.issue(9_000);
  const sell = (stalls: typeof market.stalls, stall: 0 | 1, price: number) =>
    opened.database.transaction((session) =>
      sellAt({ ...owing, stalls }, session, { voucher, price, stall }),
    );
  await sell(owing.stalls, 1, 700);
  await sell(others.stalls, 0, 2_000);
  const [row] = await run<{ code: MarketCode }>(
    opened.database,
    'select code from market where id = $1',
    debtor,
  );
  if (!row) throw new Error('the debtor has no code');
  const deps = { database: opened.database, now: () => new Date(), timeZone: 'America/Bogota' };
  for (const [id, owed] of [
    [creditor, 700],
    [others.markets[0], 2_000],
  ] as const) {
    const settle = (monto: number) =>
      settleClearing(
        deps,
        { id, userType: 'GLOBAL_MARKET', marketId: id },
        { debtorId: row.code, monto: toAmount(monto) },
        undefined,
      );
    expect(await settle(owed + 1)).toMatchObject({ code: 'MORE_THAN_OWED', left: owed });
    expect(await settle(owed)).toMatchObject({ kind: 'done', receipt: { owed: 0 } });
  }
});

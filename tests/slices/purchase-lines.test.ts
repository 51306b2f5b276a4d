import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PurchaseLine } from '#src/contract/purchases/purchase-line.ts';
import type { PurchaseRow } from '#src/contract/purchases/schemas.ts';
import { toAmount, type VoucherId } from '#src/protocol/brands.ts';
import { marketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

const line = (name: string, quantity: number, amount: number): PurchaseLine => ({
  name,
  unit: 'libra',
  quantity,
  amount: toAmount(amount),
});

describe('what was sold', () => {
  const place = marketForSuite();
  const stall = forSuite(() => place.stallDevice());
  const own = () => place.market.codes.own;

  function sell(paper: { userId: string; codeQrUuid: VoucherId }, price: number, lines: PurchaseLine[]) {
    const { userId, codeQrUuid } = paper;
    const payload = { userId, codeQrUuid, price: toAmount(price), estanteId: stall.operatorId, lines };
    return stall.write('purchase', { ...payload, by: 'stall' });
  }
  const products = async () => (await place.report()).products;
  const rowOf = async (code: string) =>
    (
      (await place.manage(`/shopping/history/mercado-global/${own()}?q=${code}`)).body[
        'items'
      ] as PurchaseRow[]
    )[0];
  const amountOf = async (name: string): Promise<unknown[]> =>
    ((await products()) as PurchaseLine[])
      .filter((one) => one.name === name)
      .map(({ unit, quantity, amount }) => [unit, quantity, amount]);

  it('are sent with a sale, shown in its row and in the report, and removed when it is voided', async () => {
    const paper = await place.issue(20_000);
    const sold = sell(paper, 6_000, [line('Papa criolla', 1_500, 4_500), line('Cilantro', 1_000, 1_000)]);
    const [paid] = (await stall.sync([sold])).results;
    const code = paid?.purchase?.codeCompra ?? '';
    expect((await rowOf(code))?.lines).toEqual([
      line('Papa criolla', 1_500, 4_500),
      line('Cilantro', 1_000, 1_000),
    ]);
    expect(await rowOf(code)).not.toHaveProperty('byHolder');
    await stall.sync([sold]);
    await stall.sync([sell(paper, 3_000, [line('Papa criolla', 1_000, 3_000)])]);
    expect(await amountOf('Papa criolla')).toEqual([['libra', 2_500, 7_500]]);
    await place.manage('/shopping/void', { codeCompra: code, reason: 'Devolvió el producto' });
    expect(await amountOf('Papa criolla')).toEqual([['libra', 1_000, 3_000]]);
    expect(await amountOf('Cilantro')).toEqual([]);
    expect(await place.findings()).toEqual([]);
  });

  it('are ignored when they cost more than was charged, or the sale was refused', async () => {
    const paper = await place.issue(5_000);
    expect(await stall.states([sell(paper, 1_000, [line('Yuca', 1_000, 1_001)])])).toEqual(['accepted']);
    expect(await stall.states([sell(paper, 9_000, [line('Yuca', 1_000, 9_000)])])).toEqual(['refused']);
    expect(await amountOf('Yuca')).toEqual([]);
  });

  it("are also sent without a device, and name the product's unit", async () => {
    const paper = await place.issue(5_000);
    const body = {
      userId: paper.userId,
      estanteId: stall.operatorId,
      codeQrUuid: paper.codeQrUuid,
      price: 2_000,
      lines: [{ ...line('Lulo', 500, 2_000), unit: 'kilo' }],
    };
    const sold = await place.as('ESTANTE', '/shopping/create', body, randomUUID());
    expect(sold.status).toBe(201);
    expect(await amountOf('Lulo')).toEqual([['kilo', 500, 2_000]]);
    const product = {
      name: 'Lulo',
      price: 4_000,
      shortDescription: 'Maduro',
      typeProduct: 'Frutas',
      unit: 'kilo',
    };
    const made = await place.as('ESTANTE', `/products/create/${stall.operatorId}`, product);
    expect(made.body['unit']).toBe('kilo');
    const { unit: _unit, ...older } = product;
    const edit = { ...older, name: 'Lulo grande', id: made.body['_id'] };
    const edited = await place.as('ESTANTE', '/products/edit', edit);
    expect([edited.body['name'], edited.body['unit']]).toEqual(['Lulo grande', 'kilo']);
  });
});

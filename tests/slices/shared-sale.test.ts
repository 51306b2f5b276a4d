import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toOpId, type OpId } from '#src/contract/brands.ts';
import { openAreas, statuses, type Areas } from '#tests/support/market/open-areas.ts';
import type { Asker } from '#tests/support/market/two-markets.ts';
import type { Answer } from '#tests/support/server/test-app.ts';

describe('one sale that several vouchers pay', () => {
  let areas: Areas;
  beforeAll(async () => {
    areas = await openAreas({ now: () => new Date('2026-03-28T14:00:00Z') });
  });
  afterAll(() => areas.close());

  type Share = [voucher: string, price: number];
  /** `ops`: of the shares; new ones by default */
  const sell = (shares: Share[], asker: Asker = 'ESTANTE', ops: readonly OpId[] = []): Promise<Answer> =>
    areas.as(asker, 'POST', '/shopping/create-shared', {
      estanteId: areas.market.ids['ESTANTE'],
      shares: shares.map(([codeQrUuid, price], n) => ({
        opId: ops[n] ?? randomUUID(),
        userId: areas.market.customer.id,
        codeQrUuid,
        price,
      })),
    });
  const sharesOf = ({ body }: Answer) =>
    body['shares'] as { codeCompra: string; price: number; saleCode: string }[];
  const saleCodeOf = (answer: Answer): string => sharesOf(answer)[0]?.saleCode ?? '';
  const priceOf = (answer: Answer): number => sharesOf(answer).reduce((sum, { price }) => sum + price, 0);
  const voidIt = (codeCompra: string, monto?: number, key?: string): Promise<Answer> =>
    areas.as(
      'ESTANTE',
      'POST',
      '/shopping/void',
      { codeCompra, reason: 'Devolvió el producto', ...(monto === undefined ? {} : { monto }) },
      key,
    );
  const balances = (papers: string[]) => Promise.all(papers.map((paper) => areas.balanceOf(paper)));
  const papersOf = (amounts: number[]) => Promise.all(amounts.map((amount) => areas.topUp(amount)));
  const owed = async (): Promise<number> => {
    const { body } = await areas.as('ESTANTE', 'GET', '/cash/stalls');
    return (body as unknown as { owed: number }[])[0]?.owed ?? 0;
  };

  it('takes its share of each, once per key, and shows it to the customer', async () => {
    const papers = await papersOf([22_500, 17_000, 41_000]);
    const [a = '', b = '', c = ''] = papers;
    const before = await owed();
    const ops = [1, 2, 3].map(() => toOpId(randomUUID()));
    const shares: Share[] = [
      [a, 22_500],
      [b, 17_000],
      [c, 20_500],
    ];
    const copies = await Promise.all([1, 2, 3, 4].map(() => sell(shares, 'ESTANTE', ops)));
    for (const copy of copies) expect([copy.status, priceOf(copy)]).toEqual([201, 60_000]);
    expect(new Set(copies.map(saleCodeOf)).size).toBe(1);
    expect([await balances(papers), (await owed()) - before]).toEqual([[0, 0, 20_500], 60_000]);
    const [first = copies[0]] = copies;
    const code = first ? saleCodeOf(first) : '';
    const holder = await areas.as('nobody', 'GET', `/client/history?codeQrUuid=${b}`);
    expect(holder.body['items']).toMatchObject([
      { codeCompra: `${code}-2`, price: 17_000, sale: { codeCompra: code, price: 60_000 } },
    ]);
    const reused = await sell(
      [
        [a, 1],
        [b, 1],
      ],
      'ESTANTE',
      ops,
    );
    expect([reused.status, reused.body['code']]).toEqual([422, 'KEY_REUSED']);
  });

  it('charges none when one of them falls short, is blocked or unknown', async () => {
    const papers = await papersOf([5_000, 3_000]);
    const [a = '', b = ''] = papers;
    const short = await sell([
      [a, 5_000],
      [b, 3_001],
    ]);
    expect([short.status, short.body['code'], short.body['message']]).toEqual([
      409,
      'INSUFFICIENT_BALANCE',
      'El saldo no alcanza. Quedan $3,000.',
    ]);
    const unknown = await sell([
      [a, 5_000],
      [randomUUID(), 1_000],
    ]);
    expect(unknown.body['code']).toBe('UNKNOWN_VOUCHER');
    const twice = await sell([
      [a, 1_000],
      [a, 1_000],
    ]);
    expect(twice.status).toBe(400);
    await areas.as('RECARGA', 'POST', '/code-qr/block', { id: await areas.idOf(b), reason: 'Perdido' });
    const blocked = await sell([
      [a, 1_000],
      [b, 1_000],
    ]);
    expect(blocked.body['code']).toBe('VOUCHER_BLOCKED');
    const foreign = await sell(
      [
        [a, 1_000],
        [b, 1_000],
      ],
      'other ESTANTE',
    );
    expect([foreign.status, foreign.body['code']]).toEqual([403, 'FORBIDDEN']);
    expect(await balances(papers)).toEqual([5_000, 3_000]);
  });

  it('succeeds for one of two simultaneous sales on the same vouchers, in any order', async () => {
    const [a = '', b = ''] = await papersOf([5_000, 5_000]);
    const both = await Promise.all([
      sell([
        [a, 4_000],
        [b, 4_000],
      ]),
      sell([
        [b, 4_000],
        [a, 4_000],
      ]),
    ]);
    expect(statuses(both)).toEqual([201, 409]);
    expect(await balances([a, b])).toEqual([1_000, 1_000]);
  });

  it('is voided whole, or in parts from the last share on', async () => {
    const papers = await papersOf([4_000, 3_000, 2_000]);
    const [a = '', b = '', c = ''] = papers;
    const before = await owed();
    const sold = await sell([
      [a, 4_000],
      [b, 3_000],
      [c, 1_500],
    ]);
    const code = saleCodeOf(sold);
    const key = toOpId(randomUUID());
    for (let copy = 0; copy < 2; copy += 1)
      expect((await voidIt(code, 2_500, key)).body).toMatchObject({
        codeCompra: code,
        price: 8_500,
        returned: 2_500,
        stands: 6_000,
      });
    expect(await balances(papers)).toEqual([0, 1_000, 2_000]);
    expect((await voidIt(code, 6_001)).body).toMatchObject({ code: 'VOID_TOO_MUCH' });
    expect((await voidIt(code)).body).toMatchObject({ returned: 6_000, stands: 0 });
    expect([await balances(papers), await owed()]).toEqual([[4_000, 3_000, 2_000], before]);
    expect((await voidIt(code)).body['code']).toBe('ALREADY_VOIDED');
    const rows = await areas.as(
      'ESTANTE',
      'GET',
      `/shopping/history/mercado-global/${areas.market.codes.own}?q=${code}`,
    );
    expect((rows.body['items'] as object[]).length).toBe(3);
  });

  it('is all or nothing for any shares: they sum to the price, and a void returns every peso', async () => {
    const part = fc.record({
      face: fc.integer({ min: 1, max: 9_000 }),
      price: fc.integer({ min: 1, max: 9_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 1, max: 36_000 }),
        async (parts, back) => {
          const papers = await papersOf(parts.map(({ face }) => face));
          const before = await owed();
          const sold = await sell(parts.map(({ price }, n) => [papers[n] ?? '', price]));
          const fits = parts.every(({ face, price }) => price <= face);
          const price = parts.reduce((sum, one) => sum + one.price, 0);
          expect(sold.status).toBe(fits ? 201 : 409);
          const left = parts.map((one) => (fits ? one.face - one.price : one.face));
          expect([await balances(papers), (await owed()) - before]).toEqual([left, fits ? price : 0]);
          if (!fits) return;
          const code = saleCodeOf(sold);
          expect((await voidIt(code, back)).status).toBe(back <= price ? 201 : 409);
          if (back !== price) expect((await voidIt(code)).status).toBe(201);
          expect([await balances(papers), await owed()]).toEqual([parts.map(({ face }) => face), before]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

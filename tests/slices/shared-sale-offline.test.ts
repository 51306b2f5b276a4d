import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId, type VoucherId } from '#src/contract/brands.ts';
import type { Envelope, SaleShare } from '#src/contract/sync/envelope.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { offlineMarketForSuite } from '#tests/support/for-suite.ts';
import { forSuite } from '#tests/support/suite.ts';

type Paper = { userId: string; codeQrUuid: VoucherId; proof: string };
type Entry = SyncEntry & { envelope: Envelope };

describe('a sale of several vouchers in a sync', () => {
  const place = offlineMarketForSuite();
  const stall = forSuite(() => place.stallDevice());

  const papers = (faces: readonly number[]): Promise<Paper[]> =>
    Promise.all(faces.map((face) => place.issue(face)));
  const balances = (all: readonly Paper[]) =>
    Promise.all(all.map(({ codeQrUuid }) => place.balanceOf(codeQrUuid)));

  /** The shares as a stall writes them: each names them all. */
  function sell(all: readonly Paper[], prices: readonly number[]): Entry[] {
    const shares = all.map(({ userId, codeQrUuid }, n): SaleShare => ({
      opId: toOpId(randomUUID()),
      userId,
      codeQrUuid,
      price: toAmount(prices[n] ?? 0),
    }));
    return shares.map(({ opId, userId, codeQrUuid, price }) =>
      stall.write(
        'purchase',
        { userId, codeQrUuid, price, estanteId: stall.operatorId, by: 'stall', shares },
        { v: 2, opId } as Partial<Envelope>,
      ),
    );
  }
  const accept = (sold: readonly Entry[], all: readonly Paper[], prices: readonly number[]): Entry[] =>
    sold.map(({ envelope }, n) => {
      const { userId, codeQrUuid, proof } = all[n] as Paper;
      const before = prices.slice(0, n).reduce((sum, price) => sum + price, 0);
      const sale = { userId, codeQrUuid, proof, price: prices[n] ?? 0 };
      return stall.writeAcceptance(envelope.opId, sale, { deviceOpen: toAmount(before) });
    });
  const codesOf = (results: readonly { refusal?: { code: string } | undefined }[]) =>
    results.map(({ refusal }) => refusal?.code);

  it('is paid whole by whichever share arrives first, once, under one code', async () => {
    const all = await papers([22_500, 41_000]);
    const sold = sell(all, [22_500, 37_500]);
    const [, second] = sold;
    // The second alone: it includes the first, and the copy of both finds the decision.
    expect(await stall.states([second as Entry])).toEqual(['accepted']);
    expect(await balances(all)).toEqual([0, 3_500]);
    const copies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => stall.sync(sold)));
    for (const { results } of copies) {
      expect(results.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
      const [one, two] = results.map(({ purchase }) => purchase);
      expect([one?.codeCompra, two?.codeCompra]).toEqual([`${one?.saleCode}-1`, `${one?.saleCode}-2`]);
    }
    expect(await balances(all)).toEqual([0, 3_500]);
    expect(await place.findings()).toEqual([]);
  });

  it('charges none when one of them falls short, and names it', async () => {
    const all = await papers([5_000, 3_000]);
    const sold = sell(all, [5_000, 3_001]);
    const { results } = await stall.sync(sold);
    expect(codesOf(results)).toEqual(['SHARE_REFUSED', 'INSUFFICIENT_BALANCE']);
    expect(await balances(all)).toEqual([5_000, 3_000]);
    expect(codesOf((await stall.sync(sold)).results)).toEqual(['SHARE_REFUSED', 'INSUFFICIENT_BALANCE']);
  });

  it('waits whole for a voucher that is not known yet', async () => {
    const [known] = (await papers([9_000])) as [Paper];
    const unknown = { ...known, codeQrUuid: toVoucherId(randomUUID()) };
    const sold = sell([known, unknown], [4_000, 4_000]);
    expect(await stall.states(sold)).toEqual(['again', 'again']);
    expect(await balances([known])).toEqual([9_000]);
  });

  it('handed over offline is settled share by share: the stall is paid in full, with a line for the one that fell short', async () => {
    const all = await papers([20_000, 15_000]);
    await stall.askForList();
    // Spent elsewhere meanwhile.
    await place.buy(all[1] as Paper, 12_000);
    const prices = [18_000, 9_000];
    const sold = sell(all, prices);
    const sums = await place.sums();
    const { results } = await stall.sync([...sold, ...accept(sold, all, prices)]);
    expect(results.map(({ state }) => state)).toEqual([
      'refused',
      'refused',
      'accepted',
      'settled-with-overspend',
    ]);
    expect(results[3]).toMatchObject({ missing: 6_000, reason: 'SPENT_ELSEWHERE' });
    const [one, two] = [results[2]?.purchase, results[3]?.purchase];
    expect(one?.saleCode).toMatch(/^C-/);
    expect([two?.saleCode, one?.codeCompra, two?.codeCompra]).toEqual([
      one?.saleCode,
      `${one?.saleCode}-1`,
      `${one?.saleCode}-2`,
    ]);
    expect(await balances(all)).toEqual([2_000, 0]);
    expect(((await place.sums())['stall'] ?? 0) - (sums['stall'] ?? 0)).toBe(27_000);
    expect(await place.findings()).toEqual([]);
  });

  it('withdrawn by its device is never paid, or voided whole', async () => {
    const all = await papers([8_000, 8_000]);
    const withdraw = (sold: readonly Entry[]) =>
      sold.map(({ envelope }) => {
        if (envelope.kind !== 'purchase') throw new Error('no purchase');
        const { userId, codeQrUuid, price, estanteId } = envelope.payload;
        const purchaseOpId = envelope.opId;
        return stall.write('withdrawal', { purchaseOpId, userId, codeQrUuid, price, estanteId });
      });
    const unsent = sell(all, [1_000, 2_000]);
    const at = await stall.sync([...unsent, ...withdraw(unsent)]);
    expect(codesOf(at.results).slice(0, 2)).toEqual(['WITHDRAWN', 'WITHDRAWN']);
    const paid = sell(all, [3_000, 4_000]);
    expect(await stall.states(paid)).toEqual(['accepted', 'accepted']);
    expect(await balances(all)).toEqual([5_000, 4_000]);
    expect(await stall.states(withdraw(paid))).toEqual(['accepted', 'accepted']);
    expect(await balances(all)).toEqual([8_000, 8_000]);
  });

  it('is rejected when a share is not named among the shares, names another price, or pays twice', async () => {
    const all = await papers([8_000, 8_000]);
    const [first, second] = sell(all, [1_000, 1_000]) as [Entry, Entry];
    const spoiled = (change: (shares: SaleShare[]) => object) => {
      if (first.envelope.kind !== 'purchase') throw new Error('no purchase');
      const { payload } = first.envelope;
      return stall.write('purchase', { ...payload, ...change(payload.shares as SaleShare[]) }, {
        v: 2,
      } as Partial<Envelope>);
    };
    const entries = [
      spoiled(() => ({})),
      spoiled((shares) => ({ price: toAmount(7_000), shares })),
      spoiled(([one]) => ({ shares: [one, one] })),
      spoiled(() => ({ shares: undefined })),
    ];
    expect(await stall.states(entries)).toEqual(Array.from({ length: 4 }, () => 'unreadable'));
    expect(await stall.states([first, second])).toEqual(['accepted', 'accepted']);
  });

  it('is all or nothing for any shares, in one batch or in several', async () => {
    const part = fc.record({
      face: fc.integer({ min: 1, max: 9_000 }),
      price: fc.integer({ min: 1, max: 9_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 2, maxLength: 4 }), fc.boolean(), async (parts, apart) => {
        const all = await papers(parts.map(({ face }) => face));
        const sold = sell(
          all,
          parts.map(({ price }) => price),
        );
        const states: string[] = [];
        if (apart) for (const entry of sold) states.push(...(await stall.states([entry])));
        else states.push(...(await stall.states(sold)));
        const fits = parts.every(({ face, price }) => price <= face);
        expect(new Set(states)).toEqual(new Set([fits ? 'accepted' : 'refused']));
        expect(await balances(all)).toEqual(parts.map(({ face, price }) => (fits ? face - price : face)));
      }),
      { numRuns: 20 },
    );
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPurchaseQueue, type PurchaseAnswer } from '#src/operations/purchase/queue.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import { recordPurchase } from '#src/server/purchases/purchases.ts';
import type { Lane } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';

describe('purchases that arrive together', () => {
  const { market } = smallMarketForSuite();

  function buy(
    purchases: ReturnType<typeof createPurchaseQueue>,
    voucher: VoucherId,
  ): Promise<PurchaseAnswer> {
    const command = {
      userId: market.customer,
      estanteId: market.stalls[0],
      codeQrUuid: voucher,
      price: toAmount(1_000),
    };
    return recordPurchase({ purchases }, command, null, toOpId(randomUUID()));
  }

  it('wait for the two running statements and share the third', async () => {
    const vouchers = await Promise.all(Array.from({ length: 40 }, () => market.issue(1_000)));
    const sizes: number[] = [];
    const counting: Parameters<typeof createPurchaseQueue>[0] = {
      sessionCount: 10,
      transaction: () => Promise.reject(new Error('all are paid')),
      query: (statement, lane?: Lane) => {
        sizes.push((JSON.parse(String(statement.values?.[0])) as unknown[]).length);
        return market.database.query(statement, lane);
      },
    };
    const purchases = createPurchaseQueue(counting, () => new Date());
    // The first two go alone, in order of arrival; nothing else may start before one of them has returned.
    const answers = await Promise.all(vouchers.map((voucher) => buy(purchases, voucher)));
    expect(answers.map((answer) => answer.kind)).toEqual(vouchers.map(() => 'done'));
    expect(sizes).toEqual([1, 1, 38]);
  });

  it('overtake those whose vouchers are locked elsewhere', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => market.issue(1_000)));
    if (!first || !second || !third) throw new Error('three vouchers were issued');
    const purchases = createPurchaseQueue(market.database, () => new Date());
    const settled: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const isLocked = new Promise<void>((resolve, reject) => {
      const lock = market.database.transaction(async (session) => {
        await session.query({
          text: 'select 1 from voucher where id = any($1) for update',
          values: [[first, second]],
        });
        resolve();
        await released;
      });
      lock.catch(reject);
    });
    await isLocked;
    const stuck = Promise.all([first, second].map((voucher) => buy(purchases, voucher))).then(() =>
      settled.push('locked'),
    );
    expect((await buy(purchases, third)).kind).toBe('done');
    settled.push('free');
    release();
    await stuck;
    expect(settled).toEqual(['free', 'locked']);
  });
});

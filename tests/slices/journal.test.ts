import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { toMarketId, toOpId, toVoucherId, type MarketId, type VoucherId } from '#src/contract/brands.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post, type Movement } from '#src/server/ledger/journal.ts';
import { type Leg, leg, marketLeg, voucherLeg } from '#src/server/ledger/legs.ts';
import { findReceipt } from '#src/server/ledger/receipts.ts';
import { auditAfterSuite, smallMarketForSuite } from '#tests/support/for-suite.ts';

describe('the journal', () => {
  const { opened, market: place } = smallMarketForSuite();
  let voucher: VoucherId;
  beforeAll(async () => {
    voucher = await place.issue(10_000);
  });
  auditAfterSuite(opened);

  const assignment = (legs: readonly Leg[], reference = toOpId(randomUUID())): Movement => ({
    id: uuidV7(),
    kind: 'assignment',
    reference,
    recordedBy: null,
    recordedAt: new Date(),
    legs,
    detail: null,
    receipt: { bodyHash: 'a body', answer: { to: 'cash' } },
  });
  const posting = (movement: Movement) =>
    opened.database.transaction((session) => post(session, movement), 'money');
  const receiptOf = ({ reference: opId }: Movement) =>
    findReceipt(opened.database, { opId, bodyHash: 'a body' });
  const own = (): MarketId => place.markets[0];
  const balance = async (): Promise<number | undefined> => {
    const { rows } = await opened.database.query<{ balance: number }>({
      text: 'select balance from voucher where id = $1',
      values: [voucher],
    });
    return rows[0]?.balance;
  };
  const moved = (amount: number): Leg[] => [
    voucherLeg(voucher, own(), -amount),
    marketLeg('treasury', own(), amount),
  ];

  it("changes a voucher's balance with its legs, stores the receipt, and leaves out legs of 0", async () => {
    const movement = assignment([...moved(4_000), marketLeg('guarantee', own(), 0)]);
    expect([...(await posting(movement))]).toEqual([[voucher, 6_000]]);
    expect(await balance()).toBe(6_000);
    expect(await receiptOf(movement)).toMatchObject({
      bodyHash: 'a body',
      refusal: null,
    });
    const { rows } = await opened.database.query({
      text: 'select 1 from posting where movement_id = $1',
      values: [movement.id],
    });
    expect(rows).toHaveLength(2);
  });

  it.each([
    ['legs that do not sum to 0', () => [voucherLeg(voucher, own(), -5), marketLeg('guarantee', own(), 4)]],
    ['no legs', () => []],
    [
      'legs that balance over two markets and not in each',
      () => [marketLeg('guarantee', own(), -5), marketLeg('guarantee', place.markets[1], 5)],
    ],
    ['a market without such an account', () => marketsOfNobody()],
    [
      'a voucher that is none',
      () => [voucherLeg(toVoucherId(randomUUID()), own(), -5), marketLeg('guarantee', own(), 5)],
    ],
  ])('refuses %s and leaves nothing', async (_name, legs) => {
    const [movement, before] = [assignment(legs()), await balance()];
    await expect(posting(movement)).rejects.toThrow(/assignment|account|foreign key|does not sum to 0/);
    expect(await receiptOf(movement)).toBeNull();
    expect(await balance()).toBe(before);
  });

  it("refuses to take more than a voucher's balance, and a repeated reference", async () => {
    await expect(posting(assignment(moved(10_001)))).rejects.toMatchObject({ code: '23514' });
    const reference = toOpId(randomUUID());
    const [left] = [...(await posting(assignment(moved(1), reference))).values()];
    await expect(posting(assignment(moved(1), reference))).rejects.toMatchObject({ code: '23505' });
    expect(await balance()).toBe(left);
  });

  it("opens a customer's debt account with the first debt, and reuses it", async () => {
    for (const amount of [300, 200])
      await posting(
        assignment([
          leg('debt', place.customer, own(), -amount),
          leg('stall', place.stalls[0], own(), amount),
        ]),
      );
    const { rows } = await opened.database.query({
      text: `select sum(p.amount)::bigint as sum, count(distinct a.id)::int as accounts
        from ledger_account a join posting p on p.account_id = a.id where a.kind = 'debt' and a.owner_id = $1`,
      values: [place.customer],
    });
    expect(rows).toEqual([{ sum: -500, accounts: 1 }]);
  });

  function marketsOfNobody(): Leg[] {
    const nobody = toMarketId(randomUUID());
    return [marketLeg('guarantee', nobody, -5), marketLeg('treasury', nobody, 5)];
  }
});

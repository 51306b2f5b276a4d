import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMarketId, toVoucherId } from '#src/contract/brands.ts';
import { assignees } from '#src/contract/settlement/schemas.ts';
import { directPayment, overspendAssignment } from '#src/server/ledger/legs.ts';
import { settlementLegs, type Leg } from '#src/server/ledger/legs.ts';

const markets = [toMarketId('norte'), toMarketId('sur')] as const;

function sums(legs: readonly Leg[], of: (leg: Leg) => string): Record<string, number> {
  const result: Record<string, number> = {};
  for (const leg of legs) result[of(leg)] = (result[of(leg)] ?? 0) + leg.amount;
  return result;
}

describe('the legs of a completed sale', () => {
  it('sum to 0 in each market, pay the stall in full and take no more than the balance', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...markets),
        fc.constantFrom(...markets),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(1_000_000),
        (voucherMarket, stallMarket, price, balance) => {
          const taken = Math.min(price, balance);
          const legs = settlementLegs({
            voucher: { id: toVoucherId('voucher'), marketId: voucherMarket },
            stall: { id: 'stall', marketId: stallMarket },
            price,
            taken,
          });
          for (const sum of Object.values(sums(legs, ({ account }) => account.marketId))) expect(sum).toBe(0);
          const byKind = sums(legs, ({ account }) => account.kind);
          expect([byKind['stall'], byKind['voucher'] ?? 0, byKind['overspend'] ?? 0]).toEqual([
            price,
            0 - taken,
            taken - price,
          ]);
          expect(legs.every(({ amount }) => amount !== 0)).toBe(true);
        },
      ),
    );
  });

  it.each(assignees)('leave nothing on the overspend account when borne by %s', (to) => {
    const sum = { to, amount: 700, marketId: markets[0], stallId: 'stall', customerId: 'customer' };
    const legs = overspendAssignment(sum);
    expect(sums(legs, ({ account }) => account.marketId)).toEqual({ norte: 0 });
    expect(sums(legs, ({ account }) => account.kind)['overspend']).toBe(700);
    if (to !== 'stall') expect(sums(directPayment(sum), ({ account }) => account.kind)['stall']).toBe(700);
  });
});

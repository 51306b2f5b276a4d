import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legsOf, purchaseTransfers, takenBack, type Leg } from '#src/operations/transfer.ts';
import { toMarketId, toVoucherId } from '#src/protocol/brands.ts';

const markets = [toMarketId('norte'), toMarketId('sur')] as const;

function sums(legs: readonly Leg[], of: (leg: Leg) => string): Record<string, number> {
  const result: Record<string, number> = {};
  for (const leg of legs) result[of(leg)] = (result[of(leg)] ?? 0) + leg.amount;
  return result;
}

describe('the transfers of a completed sale', () => {
  it('pay the stall in full and take no more than the balance, and taken back leave nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...markets),
        fc.constantFrom(...markets),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(1_000_000),
        (voucherMarket, stallMarket, price, balance) => {
          const taken = Math.min(price, balance);
          const transfers = purchaseTransfers({
            voucher: { id: toVoucherId('voucher'), marketId: voucherMarket },
            stall: { id: 'stall', marketId: stallMarket },
            price,
            taken,
          });
          const legs = legsOf(transfers);
          for (const sum of Object.values(sums(legs, ({ account }) => account.marketId))) expect(sum).toBe(0);
          const byKind = sums(legs, ({ account }) => account.kind);
          expect([byKind['stall'], byKind['voucher'] ?? 0, byKind['overspend'] ?? 0]).toEqual([
            price,
            0 - taken,
            taken - price,
          ]);
          expect(legs.every(({ amount }) => amount !== 0)).toBe(true);
          expect(legsOf([...transfers, ...takenBack(transfers)])).toEqual([]);
        },
      ),
    );
  });
});

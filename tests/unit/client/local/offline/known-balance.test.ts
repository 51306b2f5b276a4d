import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { KnownBalance } from '#src/client/local/db/rows.ts';
import {
  forgetBalancesAround,
  noteBalances,
  readKnownBalance,
} from '#src/client/local/offline/known-balance.ts';
import { readBalanceList, writeBalanceList } from '#src/protocol/balance-list.ts';
import { toVoucherId } from '#src/protocol/brands.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');

let db: MoneyDb;
beforeEach(() => {
  db = new MoneyDb(randomUUID());
});

const told = (balance: number, asOf: number): KnownBalance => ({ voucherId, balance, asOf });
const listOf = (balance: number, asOf: number, id = voucherId) =>
  readBalanceList(writeBalanceList('full', asOf, [{ voucherId: id, balance }]));

describe("the server's last balance of a voucher", () => {
  it('does not depend on the order of answers, nor on how many are written at once', async () => {
    const answer = fc.record({
      voucherId: fc.constantFrom('a', 'b', 'c').map(toVoucherId),
      balance: fc.integer({ min: 0, max: 5 }),
      asOf: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 12 }),
        fc.integer({ min: 0, max: 12 }),
        async (all, cut) => {
          await db.balances.clear();
          await noteBalances(db, all);
          const atOnce = await db.balances.toArray();
          await db.balances.clear();
          await noteBalances(db, all.toReversed().slice(0, cut));
          for (const one of all.toReversed().slice(cut)) await noteBalances(db, [one]);
          expect(await db.balances.toArray()).toEqual(atOnce);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the balance for deciding a sale', () => {
  it("is the answer's when the list lacks the voucher, or there is no list", async () => {
    await noteBalances(db, [told(7_000, noon)]);
    expect(await readKnownBalance(db, null, voucherId)).toMatchObject({ balance: 7_000 });
    const other = listOf(5_000, noon + 60 * minute, toVoucherId('ffffffff-0000-4000-8000-000000000000'));
    expect(await readKnownBalance(db, other, voucherId)).toMatchObject({ balance: 7_000 });
  });

  it('is the newer of list and answer once two minutes separate them', async () => {
    await noteBalances(db, [told(7_000, noon)]);
    const at = (asOf: number) => readKnownBalance(db, listOf(9_000, asOf), voucherId);
    expect(await at(noon + 2 * minute)).toEqual({ balance: 9_000, asOf: noon + 2 * minute });
    expect(await at(noon - 2 * minute)).toMatchObject({ balance: 7_000, asOf: noon });
  });

  it.each([
    ['the list, made just after', 9_000, 7_000, minute, 7_000],
    ['the list, made just before', 9_000, 7_000, -minute, 7_000],
    ['the answer, given just before the list', 6_000, 7_000, minute, 6_000],
    ['the answer, given just after the list', 6_000, 7_000, -minute, 6_000],
  ])(
    'is the smaller one while they may not include one another: %s',
    async (_which, answered, listed, after, expected) => {
      await noteBalances(db, [told(answered, noon)]);
      const known = await readKnownBalance(db, listOf(listed, noon + after), voucherId);
      expect(known?.balance).toBe(expected);
    },
  );
});

describe('balances around a new list', () => {
  const kept = async (at: number, listAsOf: number, now: number) => {
    await db.balances.clear();
    await noteBalances(db, [told(1, at)]);
    await forgetBalancesAround(db, listAsOf, now);
    return (await db.balances.get(voucherId)) !== undefined;
  };

  it('are deleted when the list is newer, or a wrong clock had dated them', async () => {
    expect(await kept(noon - 2 * minute, noon, noon)).toBe(true);
    expect(await kept(noon - 2 * minute - 1, noon, noon)).toBe(false);
    expect(await kept(noon + 5 * minute, noon - minute, noon)).toBe(true);
    expect(await kept(noon + 5 * minute + 1, noon - minute, noon)).toBe(false);
    expect(await kept(noon + 5 * minute, noon, noon - 60 * minute), 'of the list itself').toBe(true);
  });
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findBalance,
  mergeBalanceLists,
  readBalanceList,
  writeBalanceList,
  type ListedBalance,
  type BalanceList,
} from '#src/protocol/balance-list.ts';
import { toVoucherId } from '#src/protocol/brands.ts';

const voucherIds = fc.uuid({ version: 4 }).map(toVoucherId);
const entries = fc.uniqueArray(
  fc.record({ voucherId: voucherIds, balance: fc.integer({ min: 0, max: 16_777_215 }) }),
  { selector: ({ voucherId }) => voucherId.slice(0, 18), maxLength: 60 },
);

function listOf(kind: 'full' | 'changes', asOf: number, rows: readonly ListedBalance[]): BalanceList {
  const list = readBalanceList(writeBalanceList(kind, asOf, rows));
  if (!list) throw new Error('not readable');
  return list;
}

describe('the balance list', () => {
  it('contains exactly what was written', () => {
    fc.assert(
      fc.property(entries, voucherIds, (rows, stranger) => {
        const list = listOf('full', 1_763_720_000_000, rows);
        expect(list.asOf).toBe(1_763_720_000_000);
        for (const { voucherId, balance } of rows) expect(findBalance(list, voucherId)).toBe(balance);
        if (!rows.some(({ voucherId }) => voucherId.slice(0, 18) === stranger.slice(0, 18)))
          expect(findBalance(list, stranger)).toBeNull();
      }),
    );
  });

  it('is marked as full or changes, and invalid with another name or version', () => {
    expect([listOf('full', 1, []).kind, listOf('changes', 1, []).kind]).toEqual(['full', 'changes']);
    for (const place of [0, 1, 2]) {
      const bytes = writeBalanceList('full', 1, []);
      bytes[place] = (bytes[place] ?? 0) + 1;
      expect(readBalanceList(bytes)).toBeNull();
    }
  });

  it('applies changes over its entries', () => {
    fc.assert(
      fc.property(entries, entries, (older, newer) => {
        const merged = mergeBalanceLists(listOf('full', 1, older), listOf('changes', 2, newer));
        expect(merged).toMatchObject({ kind: 'full', asOf: 2 });
        expect(readBalanceList(merged.bytes)).not.toBeNull();
        // As far as a list reads an id: two vouchers never share these eight bytes.
        const wanted = new Map([...older, ...newer].map((one) => [one.voucherId.slice(0, 18), one]));
        for (const { voucherId, balance } of wanted.values())
          expect(findBalance(merged, voucherId)).toBe(balance);
      }),
    );
  });

  it('never shows more than the balance', () => {
    const voucherId = toVoucherId(randomUUID());
    const list = listOf('full', 1, [{ voucherId, balance: 1_000_000_000_000 }]);
    expect(findBalance(list, voucherId)).toBe(16_777_215);
  });

  it('holds 20,000 vouchers in 250 KB', () => {
    const rows = Array.from({ length: 20_000 }, () => ({
      voucherId: toVoucherId(randomUUID()),
      balance: 50_000,
    }));
    expect(writeBalanceList('full', 1, rows).length).toBeLessThanOrEqual(250_000);
  });

  it('is rejected when truncated or foreign', () => {
    const bytes = writeBalanceList('full', 1, [{ voucherId: toVoucherId(randomUUID()), balance: 5 }]);
    for (let length = 0; length < bytes.length; length += 1)
      expect(readBalanceList(bytes.slice(0, length))).toBeNull();
    expect(readBalanceList(new Uint8Array(100).fill(60))).toBeNull();
  });
});

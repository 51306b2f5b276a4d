import { expect, test } from 'vitest';
import { keepLastBalance, readLastBalance } from '#src/client/screens/purchase/away/last-balance.ts';
import {
  keepKnownStall,
  nearestFirst,
  readKnownStalls,
} from '#src/client/screens/purchase/stalls/known-stalls.ts';
import { toAmount, toMarketCode, toVoucherId } from '#src/protocol/brands.ts';
import { storageForSuite } from '#tests/support/browser/storage-for-suite.ts';

const kept = storageForSuite();

const code = toVoucherId('5f0c1d2e-7a6b-4c3d-9e8f-0a1b2c3d4e5f');
const [ownMarketId, otherMarketId] = [toMarketCode('7K4M2Q'), toMarketCode('9XW3TR')];
const stall = (_id: string, globalMarketId = ownMarketId) => ({
  _id,
  estanteName: _id,
  globalMarketId,
  marketName: 'Plaza',
});

test('the last balances of the latest codes are stored with their time', () => {
  expect(readLastBalance(code)).toBeNull();
  keepLastBalance(code, { monto: toAmount(22_500), status: true }, 1000);
  keepLastBalance(code, { monto: toAmount(10_000), status: true }, 2000);
  expect(readLastBalance(code)).toEqual({ monto: 10_000, atMs: 2000 });
  // The stored values do not include the voucher's bearer secret.
  expect([...kept.values()].join(' ')).not.toContain(code);
  for (let other = 0; other < 10; other++)
    keepLastBalance(toVoucherId(`other-${other}`), { monto: toAmount(1), status: true }, 3000);
  expect(readLastBalance(code)).toBeNull();
  expect(readLastBalance(toVoucherId('other-9'))).toEqual({ monto: 1, atMs: 3000 });
});

test("stalls of the voucher's market come first, with those used last before the others", () => {
  keepKnownStall('c', 1000);
  keepKnownStall('b', 2000);
  keepKnownStall('c', 3000);
  keepKnownStall('y', 4000);
  const own = [stall('a'), stall('b'), stall('c'), stall('d')];
  const stalls = [...own, stall('x', otherMarketId), stall('y', otherMarketId)];
  const order = nearestFirst({ stalls, ownMarketId }, readKnownStalls());
  expect(order.map(({ _id }) => _id)).toEqual(['c', 'b', 'a', 'd', 'y', 'x']);
});

test.each(['no json', '{}', '[["a"],[1,2],null]'])('unreadable data (%s) counts as none', (text) => {
  kept.set('mercado.stalls', text);
  kept.set('mercado.balances', text);
  expect(readKnownStalls()).toEqual(new Map());
  expect(readLastBalance(toVoucherId('a'))).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { type PurchaseAnswer, createPurchaseQueue } from '#src/operations/purchase/queue.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { recordPurchase } from '#src/server/nouns/purchases/purchases.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';

const clients = 32;
const keysPerClient = 8;
const price = 250;

describe('32 clients on one voucher, half of the calls replays', () => {
  const { market } = smallMarketForSuite();

  it.each([1, 2, 3])('spends it to exactly 0, each key once (run %i)', async () => {
    // Money for a quarter of the keys; each key is sent twice, at random moments, from two API processes.
    const affordable = (clients * keysPerClient) / 4;
    const voucher = await market.issue(affordable * price);
    const processes = [0, 1].map(() => createPurchaseQueue(market.database, () => new Date()));
    const answers = new Map<string, PurchaseAnswer[]>();
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (const key of shuffledTwice(keysPerClient).map((n) => toOpId(`${voucher}-${client}-${n}`))) {
          const purchases = processes[(client + key.length) % 2] ?? market.purchases;
          const command = {
            userId: market.customer,
            estanteId: market.stalls[client % 2] ?? '',
            codeQrUuid: voucher,
            price: toAmount(price),
          };
          const answer = await recordPurchase({ purchases }, command, null, key);
          answers.set(key, [...(answers.get(key) ?? []), answer]);
        }
      }),
    );
    const firsts = [...answers.values()].map((both) => both.map(({ replayed: _replayed, ...rest }) => rest));
    for (const [first, second] of firsts) expect(second).toEqual(first);
    expect(firsts.filter(([first]) => first?.kind === 'done')).toHaveLength(affordable);
    const { rows } = await market.database.query<{ balance: number; spent: number }>({
      text: `select balance, (select count(*)::int from purchase where voucher_id = $1) as spent from voucher where id = $1`,
      values: [voucher],
    });
    expect(rows[0]).toEqual({ balance: 0, spent: affordable });
    expect((await auditLedger(market.database)).findings).toEqual([]);
  });
});

/** 0..n-1 twice, in random order. */
function shuffledTwice(count: number): number[] {
  const keys = Array.from({ length: count * 2 }, (_, index) => index % count);
  return keys
    .map((key) => [Math.random(), key] as const)
    .sort(([a], [b]) => a - b)
    .map(([, key]) => key);
}

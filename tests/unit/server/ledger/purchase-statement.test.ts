import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { toAmount, toOpId } from '#src/contract/brands.ts';
import { postPurchaseIn, postPurchasesIn, type PurchaseEntry } from '#src/server/ledger/purchases.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { describePurchases } from '#tests/support/market/purchase-rules.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:20:30.456Z');

describePurchases('posted as one statement', async (session, at, entry) => {
  const answer = (await postPurchasesIn(session, at, [entry])).get(entry.op);
  if (!answer) throw new Error('nobody else is there to lose a race against');
  return answer;
});

describe('several purchases in one statement', () => {
  const { opened, market } = smallMarketForSuite();

  it('have separate answers, in any order', async () => {
    const vouchers = [await market.issue(100), await market.issue(200), await market.issue(300)];
    await rolledBack(opened, async (session) => {
      const entries = vouchers.map((voucher, index): PurchaseEntry => ({
        op: toOpId(`op ${index}`),
        hash: 'h',
        voucher,
        customer: market.customer,
        stall: market.stalls[0],
        price: toAmount(200),
        actor: null,
      }));
      const answers = await postPurchasesIn(session, now, entries);
      expect([...answers.values()]).toMatchObject([
        { kind: 'refused', code: 'INSUFFICIENT_BALANCE', left: 100 },
        { kind: 'done', receipt: { nuevoSaldo: 0 } },
        { kind: 'done', receipt: { nuevoSaldo: 100 } },
      ]);
      expect([...(await postPurchasesIn(session, now, entries)).values()]).toMatchObject([
        { replayed: true, code: 'INSUFFICIENT_BALANCE' },
        { replayed: true },
        { replayed: true },
      ]);
    });
  });

  it('leave out one that lost a race: it saw enough, and another session took it meanwhile', async () => {
    const voucher = await market.issue(500);
    const entry: PurchaseEntry = {
      op: toOpId(randomUUID()),
      hash: 'h',
      voucher,
      customer: market.customer,
      stall: market.stalls[0],
      price: toAmount(500),
      actor: null,
    };
    const other = { ...entry, op: toOpId(randomUUID()), price: toAmount(100) };
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let first: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve) => {
      first = opened.database.transaction(async (session) => {
        await postPurchaseIn(session, now, other);
        resolve();
        await released;
      });
    });
    const statement = opened.database.transaction((session) => postPurchasesIn(session, now, [entry]));
    await vi.waitUntil(async () => {
      const waiting = await run(
        opened.database,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    release();
    await first;
    expect(await statement).toEqual(new Map());
    const again = await opened.database.transaction((session) => postPurchasesIn(session, now, [entry]));
    expect(again.get(entry.op)).toMatchObject({ code: 'INSUFFICIENT_BALANCE', left: 400 });
  });
});

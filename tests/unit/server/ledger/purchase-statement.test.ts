import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { postPaidPurchases, postPurchaseIn, type PurchaseAct } from '#src/operations/purchase/post.ts';
import { toAmount, toOpId } from '#src/protocol/brands.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:20:30.456Z');

describe('several purchases in one statement', () => {
  const { opened, market } = smallMarketForSuite();

  it('leave out one whose balance another session took meanwhile', async () => {
    const voucher = await market.issue(500);
    const entry: PurchaseAct = {
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
    const statement = opened.database.transaction((session) => postPaidPurchases(session, now, [entry]));
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
    const alone = await opened.database.transaction((session) => postPurchaseIn(session, now, entry));
    expect(alone).toMatchObject({ code: 'INSUFFICIENT_BALANCE', left: 400 });
  });
});

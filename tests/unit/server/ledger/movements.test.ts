import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  marketAccount,
  ownAccount,
  transfer,
  voucherAccount,
  type Transfer,
} from '#src/operations/transfer.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post, type Movement } from '#src/server/ledger/movements.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

describe('a movement', () => {
  const { opened, market } = smallMarketForSuite();
  const movementOf = (transfers: readonly Transfer[]): Movement =>
    ({
      id: uuidV7(),
      kind: 'assignment',
      reference: toOpId('op'),
      recordedBy: market.point,
      recordedAt: new Date(),
      transfers,
      detail: null,
    }) as Movement;

  it('is posted only when each market sums to 0, over open accounts and known vouchers', async () => {
    const [here, there] = market.markets;
    const voucher = await market.issue(5_000);
    const refuse = (transfers: readonly Transfer[], why: RegExp) =>
      rolledBack(opened, async (session) => {
        await expect(post(session, movementOf(transfers))).rejects.toThrow(why);
      });
    const fund = marketAccount('guarantee', here);
    const between = { from: fund, to: marketAccount('guarantee', there), amount: toAmount(5) };
    await refuse([between], /does not sum to 0 in each market/);
    expect(() => transfer(between.from, between.to, 5)).toThrow('between markets');
    const foreign = voucherAccount(voucher, there);
    await refuse([transfer(foreign, marketAccount('treasury', there), 500)], /another market/);
    await refuse([], /assignment op moves nothing/);
    await refuse([transfer(fund, marketAccount('treasury', here), 0)], /moves nothing/);
    await refuse([transfer(fund, fund, 5)], /moves nothing/);
    expect(() => transfer(fund, marketAccount('treasury', here), -5)).toThrow('a transfer of -5');
    for (const closed of [
      ownAccount('stall', randomUUID(), here),
      voucherAccount(toVoucherId(market.stalls[0]), here),
      { ...fund, ownerId: there },
    ])
      await refuse([transfer(fund, closed, 5)], /names an account that is not open/);
    await refuse([transfer(voucherAccount(voucher, here), fund, 5_001)], /violates check constraint/);
  });

  it('is refused by the database when its legs do not sum to 0', async () => {
    await rolledBack(opened, async (session) => {
      const movement = movementOf([]);
      await run(
        session,
        `insert into movement (id, kind, reference, recorded_at) values ($1, 'payout', 'op', now())`,
        movement.id,
      );
      const legs = run(
        session,
        `insert into posting (movement_id, leg, account_id, amount)
          select $1, row_number() over (), a.id, case a.kind when 'treasury' then 5 else -4 end
          from ledger_account a where a.owner_id = $2 and a.kind in ('treasury', 'guarantee')`,
        movement.id,
        market.markets[0],
      );
      await expect(legs).rejects.toMatchObject({ code: '23514', constraint: 'posting_sums' });
    });
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketAccount, ownAccount, transfer } from '#src/operations/transfer.ts';
import { recordVoid } from '#src/operations/void/post.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/movements.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { databaseOn, rolledBack, run, sellAt } from '#tests/support/server/rolled-back.ts';

/**
 * Finding B-5: damages one row at a time behind the server's back, and the audit names the movement or the
 * voucher.
 */
describe('a whole audit', () => {
  const { opened, market } = smallMarketForSuite();
  let voucher: VoucherId;
  let other: VoucherId;
  let sale: Awaited<ReturnType<typeof sellAt>>;
  let far: Awaited<ReturnType<typeof sellAt>>;
  const ids = { void: uuidV7(), payout: uuidV7() };
  beforeAll(async () => {
    [voucher, other] = [await market.issue(9_000), await market.issue(9_000)];
    await opened.database.transaction(async (session) => {
      sale = await sellAt(market, session, { voucher, price: 3_000 });
      far = await sellAt(market, session, { voucher, price: 700, stall: 1 });
      const op = toOpId(randomUUID());
      const [marketId] = market.markets;
      const asked = { code: sale.code, stall: null, market: marketId, amount: toAmount(1_000), reason: 'x' };
      const entry = { op, movement: ids.void, actor: market.point, recordedAt: new Date() };
      expect((await recordVoid(session, { ...asked, ...entry, timeZone: 'UTC' })).kind).toBe('done');
      await run(
        session,
        `insert into receipt (op_id, body_hash, answer, recorded_at) values ($1, 'h', '{}', now())`,
        op,
      );
      await post(session, {
        id: ids.payout,
        kind: 'payout',
        reference: toOpId(randomUUID()),
        recordedBy: null,
        recordedAt: new Date(),
        transfers: [
          transfer(ownAccount('stall', market.stalls[0], marketId), marketAccount('treasury', marketId), 500),
        ],
        detail: {
          code: 'G-1',
          stallId: market.stalls[0],
          marketId,
          amount: toAmount(500),
          owedBefore: toAmount(2_000),
          runCode: null,
          way: '{"kind":"CASH"}',
          note: '',
        },
        receipt: { bodyHash: 'h', answer: {} },
      });
    });
    await foldDays(opened.database, 'America/Bogota');
  });

  const findingsAfter = async (text: string, values: readonly unknown[]): Promise<string[]> => {
    let findings: string[] = [];
    await rolledBack(opened, async (session) => {
      const touched = await session.query({ text, values });
      expect(touched.rowCount, 'the row to spoil is there').toBeGreaterThan(0);
      ({ findings } = await auditLedger(databaseOn(session)));
    });
    return findings;
  };
  const accountOf = (kind: string, of: 0 | 1 = 0): string =>
    `(select id from ledger_account where kind = '${kind}' and owner_id = '${market.markets[of]}')`;

  it('finds nothing without damage', async () => {
    expect((await auditLedger(opened.database)).findings).toEqual([]);
  });

  type Spoilt = [what: string, spoil: () => [text: string, ...values: unknown[]], names: () => string];
  const spoilt: Spoilt[] = [
    [
      'a voucher that belongs to another person',
      () => ['update voucher set owner_id = $2 where id = $1', voucher, market.point],
      () => `Voucher ${voucher} was issued to`,
    ],
    [
      'a voucher of another market',
      () => ['update voucher set market_id = $2 where id = $1', voucher, market.markets[1]],
      () => `Voucher ${voucher} is of market`,
    ],
    [
      'a purchase that names another voucher',
      () => ['update purchase set voucher_id = $2 where movement_id = $1', sale.movement, other],
      () => `Movement ${sale.movement} (purchase)`,
    ],
    [
      'a purchase of another market',
      () => ['update purchase set market_id = $2 where movement_id = $1', sale.movement, market.markets[1]],
      () => `Movement ${sale.movement} (purchase) says market`,
    ],
    [
      'a purchase of another customer',
      () => ['update purchase set customer_id = $2 where movement_id = $1', sale.movement, market.point],
      () => `Purchase ${sale.code} names`,
    ],
    [
      'a purchase that misses what its voucher gave',
      () => [
        'update purchase set missing = 10, reason = $2 where movement_id = $1',
        sale.movement,
        'SPENT_ELSEWHERE',
      ],
      () => `Movement ${sale.movement} (purchase)`,
    ],
    [
      'a receipt of another amount',
      () => [`update receipt set answer = answer || '{"price": 1}' where op_id = $1`, sale.op],
      () => `Movement ${sale.movement} (purchase) says 3000, its receipt says 1.`,
    ],
    [
      'a receipt of another voucher',
      () => [
        `update receipt set answer = answer || jsonb_build_object('codeQrUuid', $2::text) where op_id = $1`,
        sale.op,
        other,
      ],
      () => `Movement ${sale.movement} (purchase) says voucher ${voucher}`,
    ],
    [
      'a receipt of a top-up of another amount',
      () => [
        `update receipt set answer = answer || '{"monto": 1}'
          where op_id = (select reference from movement m join top_up t on t.movement_id = m.id where t.voucher_id = $1)`,
        voucher,
      ],
      () => 'says 9000, its receipt says 1.',
    ],
    [
      'a top-up of another customer',
      () => ['update top_up set customer_id = $2 where voucher_id = $1', voucher, market.point],
      () => `Voucher ${voucher} was issued to`,
    ],
    [
      'a top-up of another point',
      () => ['update top_up set top_up_point_id = $2 where voucher_id = $1', voucher, market.stalls[0]],
      () => '(top-up)',
    ],
    [
      'cash of a payout on the guarantee fund',
      () => [
        `update posting set account_id = ${accountOf('guarantee')} where movement_id = $1 and amount > 0`,
        ids.payout,
      ],
      () => `Movement ${ids.payout} (payout) has guarantee +.`,
    ],
    [
      'what a purchase is owed by another market on the treasury',
      () => [
        `update posting set account_id = ${accountOf('treasury')} where movement_id = $1 and account_id = ${accountOf('clearing')}`,
        far.movement,
      ],
      () => `Movement ${far.movement} (purchase) has treasury +.`,
    ],
    [
      'a purchase the other way round',
      () => ['update posting set amount = -amount where movement_id = $1', sale.movement],
      () => `Movement ${sale.movement} (purchase) has stall -, voucher +.`,
    ],
    [
      'a void that gives to another voucher',
      () => [
        'update posting set account_id = $2 where movement_id = $1 and account_id = $3',
        ids.void,
        other,
        voucher,
      ],
      () => `Movement ${ids.void} (void)`,
    ],
    [
      'a void whose row names a voucher that never replaced the one of its purchase',
      () => ['update purchase_void set voucher_id = $2 where movement_id = $1', ids.void, other],
      () => `Void ${ids.void} credits voucher ${other}`,
    ],
    [
      'a void of another market',
      () => ['update purchase_void set market_id = $2 where movement_id = $1', ids.void, market.markets[1]],
      () => `Movement ${ids.void} (void) says market`,
    ],
    [
      'points of another customer',
      () => ['update points_entry set customer_id = $2 where movement_id = $1', sale.movement, market.point],
      () => `Points of movement ${sale.movement}`,
    ],
    [
      'points in another market',
      () => [
        'update points_entry set market_id = $2 where movement_id = $1',
        sale.movement,
        market.markets[1],
      ],
      () => `Points of movement ${sale.movement}`,
    ],
    [
      'a leg at another stall',
      () => [
        'update posting set account_id = $2 where movement_id = $1 and amount > 0',
        sale.movement,
        market.stalls[1],
      ],
      () => `Movement ${sale.movement} (purchase)`,
    ],
    [
      'a debt between markets that no sale made',
      () => ['update market_debt set owed = owed - 1 where market_id = $1', market.markets[0]],
      () => `Market ${market.markets[0]} is said to owe 699, its postings say 700.`,
    ],
    [
      'a payout of another amount',
      () => ['update payout set amount = 499 where movement_id = $1', ids.payout],
      () => `Movement ${ids.payout} (payout) says -499`,
    ],
    [
      'a payout of another stall',
      () => ['update payout set stall_id = $2 where movement_id = $1', ids.payout, market.stalls[1]],
      () => `Movement ${ids.payout} (payout)`,
    ],
  ];
  it.each(spoilt)('names %s', async (_what, spoil, names) => {
    const [text, ...values] = spoil();
    expect((await findingsAfter(text, values)).join('\n')).toContain(names());
  });
});

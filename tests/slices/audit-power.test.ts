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

  const findingsAfter = async (text: string): Promise<string[]> => {
    let findings: string[] = [];
    await rolledBack(opened, async (session) => {
      const touched = await session.query({ text });
      expect(touched.rowCount, 'the row to spoil is there').toBeGreaterThan(0);
      ({ findings } = await auditLedger(databaseOn(session)));
    });
    return findings;
  };

  it('finds nothing without damage', async () => {
    expect((await auditLedger(opened.database)).findings).toEqual([]);
  });

  /** Each row: the damage, and how the audit names it. */
  const named = (text: string): string =>
    text.replace(/:([a-z]+)\b/g, (_all, name: string) => known()[name] ?? '');
  const known = (): Record<string, string> => ({
    voucher,
    other,
    point: market.point,
    ours: market.markets[0],
    theirs: market.markets[1],
    stall: market.stalls[0],
    away: market.stalls[1],
    sale: sale.movement,
    far: far.movement,
    op: sale.op,
    code: sale.code,
    ...ids,
  });
  const spoilt: [spoil: string, names: string][] = [
    [`update voucher set owner_id = ':point' where id = ':voucher'`, 'Voucher :voucher was issued to'],
    [`update voucher set market_id = ':theirs' where id = ':voucher'`, 'Voucher :voucher is of market'],
    [`update purchase set voucher_id = ':other' where movement_id = ':sale'`, 'Movement :sale (purchase)'],
    [
      `update purchase set market_id = ':theirs' where movement_id = ':sale'`,
      'Movement :sale (purchase) says market',
    ],
    [`update purchase set customer_id = ':point' where movement_id = ':sale'`, 'Purchase :code names'],
    [
      `update purchase set missing = 10, reason = 'SPENT_ELSEWHERE' where movement_id = ':sale'`,
      'Movement :sale (purchase)',
    ],
    [
      `update receipt set answer = answer || '{"price": 1}' where op_id = ':op'`,
      'Movement :sale (purchase) says 3000, its receipt says 1.',
    ],
    [
      `update receipt set answer = answer || jsonb_build_object('codeQrUuid', ':other') where op_id = ':op'`,
      'Movement :sale (purchase) says voucher :voucher',
    ],
    [
      `update receipt set answer = answer || '{"monto": 1}' where op_id = (select reference from movement m join top_up t on t.movement_id = m.id where t.voucher_id = ':voucher')`,
      'says 9000, its receipt says 1.',
    ],
    [
      `update top_up set customer_id = ':point' where voucher_id = ':voucher'`,
      'Voucher :voucher was issued to',
    ],
    [`update top_up set top_up_point_id = ':stall' where voucher_id = ':voucher'`, '(top-up)'],
    [
      `update posting set account_id = (select id from ledger_account where kind = 'guarantee' and owner_id = ':ours') where movement_id = ':payout' and amount > 0`,
      'Movement :payout (payout) has guarantee +.',
    ],
    [
      `update posting set account_id = (select id from ledger_account where kind = 'treasury' and owner_id = ':ours') where movement_id = ':far' and account_id = (select id from ledger_account where kind = 'clearing' and owner_id = ':ours')`,
      'Movement :far (purchase) has treasury +.',
    ],
    [
      `update posting set amount = -amount where movement_id = ':sale'`,
      'Movement :sale (purchase) has stall -, voucher +.',
    ],
    [
      `update posting set account_id = ':other' where movement_id = ':void' and account_id = ':voucher'`,
      'Movement :void (void)',
    ],
    [
      `update purchase_void set voucher_id = ':other' where movement_id = ':void'`,
      'Void :void credits voucher :other',
    ],
    [
      `update purchase_void set market_id = ':theirs' where movement_id = ':void'`,
      'Movement :void (void) says market',
    ],
    [
      `update points_entry set customer_id = ':point' where movement_id = ':sale'`,
      'Points of movement :sale',
    ],
    [`update points_entry set market_id = ':theirs' where movement_id = ':sale'`, 'Points of movement :sale'],
    [
      `update posting set account_id = ':away' where movement_id = ':sale' and amount > 0`,
      'Movement :sale (purchase)',
    ],
    [
      `update market_debt set owed = owed - 1 where market_id = ':ours'`,
      'Market :ours is said to owe 699, its postings say 700.',
    ],
    [`update payout set amount = 499 where movement_id = ':payout'`, 'Movement :payout (payout) says -499'],
    [`update payout set stall_id = ':away' where movement_id = ':payout'`, 'Movement :payout (payout)'],
  ];
  it.each(spoilt)('finds: %s', async (spoil, names) => {
    expect((await findingsAfter(named(spoil))).join('\n')).toContain(named(names));
  });
});

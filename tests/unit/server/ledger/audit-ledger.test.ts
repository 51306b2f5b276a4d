import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketAccount, ownAccount, transfer } from '#src/operations/transfer.ts';
import { recordVoid } from '#src/operations/void/post.ts';
import { toAmount, toOpId, toPoints, type VoucherId } from '#src/protocol/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post, type Movement } from '#src/server/ledger/movements.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { databaseOn, findingsAfter, rolledBack, run, sellAt } from '#tests/support/server/rolled-back.ts';

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
  const act = { recordedBy: null, recordedAt: new Date(), receipt: { bodyHash: 'h', answer: {} } };

  const payout = (id: string, amount: number): Movement => ({
    ...act,
    id,
    kind: 'payout',
    reference: toOpId(randomUUID()),
    transfers: [
      transfer(
        ownAccount('stall', market.stalls[0], market.markets[0]),
        marketAccount('treasury', market.markets[0]),
        amount,
      ),
    ],
    detail: {
      code: `G-${amount}`,
      stallId: market.stalls[0],
      marketId: market.markets[0],
      amount: toAmount(amount),
      owedBefore: toAmount(amount),
      runCode: null,
      way: '{"kind":"CASH"}',
      note: '',
    },
  });

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
      await post(session, payout(ids.payout, 500));
    });
    await foldDays(opened.database, 'America/Bogota');
  });

  const after = (breaking: (session: Session) => Promise<unknown>) => findingsAfter(opened, breaking);

  it('counts everything once and finds nothing without damage, before and after the days are folded', async () => {
    const sound = { movements: 6, postings: 14, vouchers: 2, total: 0, findings: [] };
    expect(await auditLedger(opened.database)).toMatchObject(sound);
    const unsummed = async (session: Session) => {
      await run(session, 'delete from ledger_day');
      await run(session, 'delete from ledger_sum');
      await run(session, 'update ledger_day_cursor set xid = 1');
    };
    expect(await after(unsummed)).toEqual([]);
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
    clearing: `(select id from ledger_account where kind = 'clearing' and owner_id = '${market.markets[0]}')`,
    ...ids,
  });
  const spoilt: [spoil: string, ...names: string[]][] = [
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
    [
      `update posting set amount = amount + 3 where movement_id = ':sale' and amount > 0`,
      'Movement :sale (purchase) sums to 3 instead of 0.',
      'Movement :sale (purchase) does not sum to 0 in 1 markets.',
      'Movement :sale (purchase) says 3000, its postings say 3003.',
      'The running sums of :stall come to -500, its postings to -497.',
      'All postings sum to 3 instead of 0.',
    ],
    [
      `update posting set amount = amount + case account_id when :clearing then 5 else -5 end where movement_id = ':far' and account_id in (select id from ledger_account where kind = 'clearing')`,
      'Movement :far (purchase) does not sum to 0 in 2 markets.',
      'Market :ours is said to owe 700, its postings say 705.',
    ],
    [
      `delete from posting where movement_id = ':sale'`,
      'Movement :sale (purchase) has 0 postings.',
      'Movement :sale (purchase) says 3000, its postings say 0.',
      'Movement :sale (purchase) says -3000 of :voucher, its postings say 0.',
      'Voucher :voucher says 8300, its postings say 11300.',
      'The running sums of :stall come to -500, its postings to -3500.',
      'The day sums hold 14 postings instead of 12.',
    ],
    [
      `delete from posting where movement_id = ':sale' and leg = 1`,
      'Movement :sale (purchase) has 1 postings.',
    ],
    [`delete from purchase where movement_id = ':far'`, 'Movement :far (purchase) has no row of its own.'],
    [`delete from receipt where op_id = ':op'`, 'Movement :sale (purchase) has no receipt.'],
    [
      `delete from points_entry where movement_id = ':sale'`,
      'Movement :sale (purchase) says 3 points, its entries say 0.',
    ],
    [
      `insert into points_entry select movement_id, 2, customer_id, market_id, points, recorded_at from points_entry where movement_id = ':sale'`,
      'Movement :sale (purchase) says 3 points, its entries say 6.',
    ],
    [
      `update voucher set balance = balance - 1 where id = ':voucher'`,
      'Voucher :voucher says 8299, its postings say 8300.',
    ],
    [
      `update voucher set face = face + 1 where id = ':voucher'`,
      'Voucher :voucher was issued for 9000 and says 9001.',
    ],
    [
      `delete from ledger_day where account_kind = 'stall' and owner_id = ':stall'`,
      'The running sums of :stall (stall, purchase) are not those of its days.',
    ],
    [`update ledger_day_cursor set xid = 0`, 'The day sums hold 14 postings instead of 0.'],
    [
      `update ledger_day_cursor set xid = (select xid from movement where id = ':far')`,
      'The day sums hold 14 postings instead of 4.',
    ],
  ];
  it.each(spoilt)('finds: %s', async (spoil, ...names) => {
    const findings = await after(async (session) => {
      const touched = await session.query({ text: named(spoil) });
      expect(touched.rowCount, 'the row to spoil is there').toBeGreaterThan(0);
    });
    for (const name of names) expect(findings.join('\n')).toContain(named(name));
  });

  it('finds a stall that was paid more than it sold, and no other', async () => {
    expect(await after((session) => post(session, payout(uuidV7(), 2_500)))).toEqual([]);
    expect(await after((session) => post(session, payout(uuidV7(), 2_501)))).toEqual([
      `Stall ${market.stalls[0]} was paid 3001 and sold 3000.`,
    ]);
  });

  it('lets only a reward without an amount move points alone', async () => {
    const [here] = market.markets;
    const rewardId = uuidV7();
    const redeem = async (session: Session, amount: number | null) => {
      await run(
        session,
        `insert into reward (id, market_id, name, description, points_cost, amount, visible, created_at)
          values ($1, $2, 'Café', '', 1, $3, true, $4)`,
        rewardId,
        here,
        amount,
        act.recordedAt,
      );
      await post(session, {
        ...act,
        id: rewardId,
        kind: 'redemption',
        reference: toOpId(randomUUID()),
        transfers: [],
        detail: {
          code: 'K-1',
          rewardId,
          customerId: market.customer,
          marketId: here,
          points: toPoints(1),
          amount: null,
          voucherId: null,
        },
        points: { customerId: market.customer, marketId: here, points: toPoints(-1) },
      });
    };
    expect(await after((session) => redeem(session, null))).toEqual([]);
    const owed = await after(async (session) => {
      await redeem(session, null);
      await run(session, 'update redemption set amount = 900, voucher_id = $1', voucher);
    });
    expect(owed).toEqual([
      `Movement ${rewardId} (redemption) has 0 postings.`,
      `Movement ${rewardId} (redemption) says 900, its postings say 0.`,
    ]);
  });

  it('reads more than a page of movements, each once', async () => {
    let counted = {};
    await rolledBack(opened, async (session) => {
      await run(
        session,
        `with made as (
            insert into movement (id, kind, reference, recorded_at)
            select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'assignment', 'm' || n, now()
            from generate_series(1, 994) n returning id, reference
          ), kept as (
            insert into receipt (op_id, body_hash, answer, recorded_at) select reference, 'h', '{}', now() from made
          )
          insert into posting (movement_id, leg, account_id, amount)
          select id, side, case side when 1 then $1::uuid else $2::uuid end, case side when 1 then -1 else 1 end
          from made, generate_series(1, 2) side`,
        market.stalls[0],
        market.point,
      );
      const { findings, folded: _folded, ...rest } = await auditLedger(databaseOn(session));
      expect(findings).toEqual([]);
      counted = rest;
    });
    expect(counted).toEqual({ movements: 1_000, postings: 14 + 1_988, vouchers: 2, total: 0 });
  });
});

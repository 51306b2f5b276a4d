import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketAccount, ownAccount, transfer } from '#src/operations/transfer.ts';
import { toAmount, toOpId, toPoints, type VoucherId } from '#src/protocol/brands.ts';
import { auditLedger } from '#src/server/ledger/audit-ledger.ts';
import { foldDays } from '#src/server/ledger/days/fold-days.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post, type Movement } from '#src/server/ledger/movements.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { databaseOn, rolledBack, run, sellAt } from '#tests/support/server/rolled-back.ts';

const zone = 'America/Bogota';
const now = new Date();

/** A voucher of 5,000, of which 1,500 went to a stall of its market and 700 to one of another. */
describe('the audit of a ledger', () => {
  const { opened, market } = smallMarketForSuite();
  let voucher: VoucherId;
  let own: Awaited<ReturnType<typeof sellAt>>;
  let far: Awaited<ReturnType<typeof sellAt>>;
  beforeAll(async () => {
    voucher = await market.issue(5_000);
    own = await opened.database.transaction((session) => sellAt(market, session, { voucher, price: 1_500 }));
    far = await opened.database.transaction((session) =>
      sellAt(market, session, { voucher, price: 700, stall: 1 }),
    );
    await foldDays(opened.database, zone);
  });

  /** Findings after these statements. */
  const after = async (breaking: (session: Session) => Promise<unknown>): Promise<string[]> => {
    let findings: string[] = [];
    await rolledBack(opened, async (session) => {
      await breaking(session);
      ({ findings } = await auditLedger(databaseOn(session)));
    });
    return findings;
  };
  const afterSql = (text: string, ...values: unknown[]) => after((session) => run(session, text, ...values));
  const purchase = () => `Movement ${own.movement} (purchase)`;
  const clearingOf = (of: number) =>
    `select id from ledger_account where kind = 'clearing' and owner_id = '${market.markets[of]}'`;

  it('counts everything once and finds nothing in a correct ledger, before and after the days are folded', async () => {
    const sound = { movements: 3, postings: 8, vouchers: 1, total: 0, findings: [] };
    expect(await auditLedger(opened.database)).toMatchObject(sound);
    const unsummed = async (session: Session) => {
      await run(session, 'delete from ledger_day');
      await run(session, 'delete from ledger_sum');
      await run(session, 'update ledger_day_cursor set xid = 1');
    };
    expect(await after(unsummed)).toEqual([]);
  });

  it('finds a changed leg: in the total, in its market, in its account and its row', async () => {
    expect(
      await afterSql('update posting set amount = amount + 3 where account_id = $1', market.stalls[0]),
    ).toEqual([
      `${purchase()} sums to 3 instead of 0.`,
      `${purchase()} does not sum to 0 in 1 markets.`,
      `${purchase()} says 1500, its postings say 1503.`,
      `The running sums of ${market.stalls[0]} come to 1500, its postings to 1503.`,
      'All postings sum to 3 instead of 0.',
    ]);
  });

  it('finds money that moved between markets without a debt', async () => {
    const name = `Movement ${far.movement} (purchase)`;
    const moved = async (session: Session) => {
      await run(session, `update posting set amount = amount + 5 where account_id in (${clearingOf(0)})`);
      await run(session, `update posting set amount = amount - 5 where account_id in (${clearingOf(1)})`);
    };
    const debt = expect.stringContaining('is said to owe');
    expect(await after(moved)).toEqual([`${name} does not sum to 0 in 2 markets.`, debt, debt]);
  });

  it('finds a movement without legs, with a single leg, and without its row or receipt', async () => {
    expect(await afterSql('delete from posting where movement_id = $1', own.movement)).toEqual([
      `${purchase()} has 0 postings.`,
      `${purchase()} says 1500, its postings say 0.`,
      `${purchase()} says -1500 of ${voucher}, its postings say 0.`,
      `Voucher ${voucher} says 2800, its postings say 4300.`,
      `The running sums of ${market.stalls[0]} come to 1500, its postings to 0.`,
      'The day sums hold 8 postings instead of 6.',
    ]);
    const single = await afterSql('delete from posting where movement_id = $1 and leg = 1', own.movement);
    expect(single).toContain(`${purchase()} has 1 postings.`);
    expect(await afterSql('delete from purchase where movement_id = $1', own.movement)).toEqual([
      `${purchase()} has no row of its own.`,
    ]);
    expect(await afterSql('delete from receipt where op_id = $1', own.op)).toEqual([
      `${purchase()} has no receipt.`,
    ]);
  });

  it("finds points that differ from the sale's, or were entered twice", async () => {
    expect(await afterSql('delete from points_entry where movement_id = $1', own.movement)).toEqual([
      `${purchase()} says 1 points, its entries say 0.`,
    ]);
    const twice = `insert into points_entry select movement_id, 2, customer_id, market_id, points, recorded_at
      from points_entry where movement_id = $1`;
    expect(await afterSql(twice, own.movement)).toEqual([`${purchase()} says 1 points, its entries say 2.`]);
  });

  it('finds a voucher whose balance or face differs from its postings', async () => {
    expect(await afterSql('update voucher set balance = balance - 1')).toEqual([
      `Voucher ${voucher} says 2799, its postings say 2800.`,
    ]);
    expect(await afterSql('update voucher set face = face + 1')).toEqual([
      `Voucher ${voucher} was issued for 5000 and says 5001.`,
    ]);
  });

  const payout = (amount: number): Movement => ({
    id: uuidV7(),
    kind: 'payout',
    reference: toOpId(randomUUID()),
    recordedBy: null,
    recordedAt: now,
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
    receipt: { bodyHash: 'h', answer: {} },
  });

  it('finds a stall that was paid more than it sold, and no other', async () => {
    expect(await after((session) => post(session, payout(1_500)))).toEqual([]);
    expect(await after((session) => post(session, payout(1_501)))).toEqual([
      `Stall ${market.stalls[0]} was paid 1501 and sold 1500.`,
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
        now,
      );
      await post(session, {
        id: rewardId,
        kind: 'redemption',
        reference: toOpId(randomUUID()),
        recordedBy: null,
        recordedAt: now,
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
        receipt: { bodyHash: 'h', answer: {} },
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
            from generate_series(1, 997) n returning id, reference
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
    expect(counted).toEqual({ movements: 1_000, postings: 8 + 1_994, vouchers: 1, total: 0 });
  });

  it('finds day sums that lack a posting', async () => {
    expect(
      await afterSql(
        "delete from ledger_day where account_kind = 'stall' and owner_id = $1",
        market.stalls[0],
      ),
    ).toEqual([`The running sums of ${market.stalls[0]} (stall, purchase) are not those of its days.`]);
    expect(await afterSql('update ledger_day_cursor set xid = 0')).toEqual([
      'The day sums hold 8 postings instead of 0.',
    ]);
    const last = '(select id from movement order by id desc limit 1)';
    const ofBefore = async (session: Session) => {
      await run(session, 'update movement set xid = 0');
      await run(session, `update ledger_day_cursor set xid = 0, until = ${last}`);
    };
    expect(await after(ofBefore), 'those of before are summed by their ids').toEqual([]);
    const half = async (session: Session) => {
      await ofBefore(session);
      await run(session, 'update ledger_day_cursor set until = $1', own.movement);
    };
    expect(await after(half)).toEqual(['The day sums hold 8 postings instead of 4.']);
    const mixed = async (session: Session) => {
      await ofBefore(session);
      await run(session, 'update movement set xid = 5 where id = $1', own.movement);
    };
    expect(await after(mixed)).toEqual(['The day sums hold 8 postings instead of 6.']);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { postDecidedPurchase } from '#src/operations/purchase/post.ts';
import { marketAccount, ownAccount, transfer } from '#src/operations/transfer.ts';
import { recordVoid, type VoidAct } from '#src/operations/void/post.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import { lockAccountSum, lockStallDues } from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/movements.ts';
import { lockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run, sellAt } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:20:30.456Z');

describe('the void of a sale', () => {
  const { opened, market } = smallMarketForSuite();
  let voucher: VoucherId;
  beforeAll(async () => {
    voucher = await market.issue(5_000);
  });
  const inside = (work: (session: Session) => Promise<void>) => rolledBack(opened, work);
  const [here, there] = [() => market.markets[0], () => market.markets[1]];
  const balanceOf = async (session: Session) =>
    (await run<{ balance: number }>(session, 'select balance from voucher where id = $1', voucher))[0]
      ?.balance;

  const actOf = (code: string, own: Partial<VoidAct> = {}): VoidAct => ({
    op: toOpId('void'),
    movement: uuidV7(),
    actor: market.stalls[0],
    recordedAt: now,
    code,
    reason: 'Se equivocó',
    stall: market.stalls[0],
    market: here(),
    timeZone: 'America/Bogota',
    ...own,
  });

  it('is posted once, leg by leg and with its points', async () => {
    await inside(async (session) => {
      const { movement, code } = await sellAt(market, session, { voucher, price: 1_500, at: now });
      expect(await balanceOf(session)).toBe(3_500);
      const entry = actOf(code.toLowerCase());
      const outcome = await recordVoid(session, entry);
      const [stall] = await run<{ name: string }>(
        session,
        'select stall_name as name from person where id = $1',
        market.stalls[0],
      );
      expect(outcome).toEqual({
        kind: 'done',
        receipt: {
          codeCompra: code,
          nuevoSaldo: 5_000,
          credit: 'voucher',
          price: 1_500,
          points: 1,
          estanteName: stall?.name,
          userName: 'Nombre de prueba',
          createAt: now.toISOString(),
          purchaseOpId: expect.any(String) as string,
        },
      });
      expect(await balanceOf(session)).toBe(5_000);
      expect(await run(session, 'select * from purchase_void')).toEqual([
        {
          movement_id: entry.movement,
          purchase_id: movement,
          voucher_id: voucher,
          stall_id: market.stalls[0],
          market_id: here(),
          amount: 1_500,
          missing: 0,
          points: 1,
          reason: 'Se equivocó',
          recorded_at: now,
        },
      ]);
      expect(
        await run(session, 'select points from points_entry where movement_id = $1', entry.movement),
      ).toEqual([{ points: -1 }]);
      expect(await lockAccountSum(session, market.stalls[0])).toBe(0);
      const again = await recordVoid(session, actOf(code, { op: toOpId('again'), stall: null }));
      expect(again).toEqual({ kind: 'refuse', code: 'ALREADY_VOIDED' });
    });
  });

  it("needs its own market and stall, on the same day in the market's zone", async () => {
    await inside(async (session) => {
      // Half past midnight in Bogotá.
      const at = new Date('2026-11-23T05:30:00Z');
      const { code } = await sellAt(market, session, { voucher, price: 500, at });
      const refusal = async (own: Partial<VoidAct>) => {
        const outcome = await recordVoid(session, actOf(code, own));
        return outcome.kind === 'refuse' ? outcome.code : outcome.kind;
      };
      expect(await refusal({ market: there(), stall: null })).toBe('UNKNOWN_PURCHASE');
      expect(await refusal({ stall: market.stalls[1] })).toBe('UNKNOWN_PURCHASE');
      expect(await refusal({ code: 'C-00000000' })).toBe('UNKNOWN_PURCHASE');
      expect(await refusal({ recordedAt: new Date('2026-11-24T05:00:00Z') })).toBe('VOID_TOO_LATE');
      expect(await refusal({ recordedAt: new Date('2026-11-24T04:59:59Z') })).toBe('done');
    });
    await inside(async (session) => {
      const { code } = await sellAt(market, session, { voucher, price: 500, at: now });
      // A journal's time, from before the midnight after which its sale was recorded.
      const before = actOf(code, { recordedAt: new Date('2026-11-23T04:59:59Z') });
      expect((await recordVoid(session, before)).kind).toBe('done');
    });
    await inside(async (session) => {
      const { code } = await sellAt(market, session, { voucher, price: 500, at: now });
      const later = await recordVoid(
        session,
        actOf(code, { stall: null, recordedAt: new Date('2027-01-01T00:00:00Z') }),
      );
      expect(later.kind, 'its market does it on any day').toBe('done');
    });
  });

  const payOut = (session: Session, amount: number) =>
    post(session, {
      id: uuidV7(),
      kind: 'payout',
      reference: toOpId('payout'),
      recordedBy: market.point,
      recordedAt: now,
      transfers: [
        transfer(ownAccount('stall', market.stalls[0], here()), marketAccount('treasury', here()), amount),
      ],
      detail: null as never,
    });

  it('is allowed to its stall only up to its balance', async () => {
    for (const [paid, outcome] of [
      [500, true],
      [501, false],
    ] as const)
      await inside(async (session) => {
        const { code } = await sellAt(market, session, { voucher, price: 1_000, at: now });
        await sellAt(market, session, { voucher, price: 500, at: now });
        await payOut(session, paid);
        const voided = await recordVoid(session, actOf(code));
        expect(voided.kind === 'done').toBe(outcome);
        if (!outcome) expect(voided).toEqual({ kind: 'refuse', code: 'ALREADY_PAID_OUT' });
        const anyTime = await recordVoid(session, actOf(code, { op: toOpId('m'), stall: null }));
        expect(anyTime.kind === 'done').toBe(!outcome);
      });
  });

  /** A sale of 1,000 with a voucher's cover of 600, whose line is in this state. */
  const shortPurchase = async (session: Session, state: string, missing = 400) => {
    await run(session, 'update voucher set balance = 600 where id = $1', voucher);
    const found = await lockVoucher(session, voucher);
    if (!found) throw new Error('the voucher is there');
    const stall = { id: market.stalls[0], marketId: here(), name: 'Estante', pointsEvery: toAmount(100) };
    const sale = {
      op: toOpId('short'),
      actor: null,
      hash: 'h',
      voucher: found,
      stall,
      price: toAmount(1_000),
      taken: toAmount(600),
    };
    const answer = await postDecidedPurchase(session, { ...sale, reason: 'SPENT_ELSEWHERE' }, now);
    const device = await addDevice(session);
    await run(
      session,
      `insert into conflict_line (id, kind, state, reason, op_id, body_hash, purchase_op_id, market_id, stall_id, voucher_id,
            customer_id, price, missing, device_id, seq, occurred_at, recorded_at, resolved_at)
          values ($1, 'sale', $2, 'SPENT_ELSEWHERE', 's', 'h', 'short', $3, $4, $5, $6, 1000, $7, $8, 1, now(), now(),
            case when $2 = 'resolved' then now() end)`,
      randomUUID(),
      state,
      here(),
      market.stalls[0],
      voucher,
      market.customer,
      missing,
      device,
    );
    return answer;
  };

  it("closes the shortfall's line, which leaves the overspend account with it", async () => {
    await inside(async (session) => {
      const { codeCompra, points, missing, reason, nuevoSaldo } = await shortPurchase(session, 'overspend');
      expect([points, missing, reason, nuevoSaldo]).toEqual([6, 400, 'SPENT_ELSEWHERE', 0]);
      expect(await lockStallDues(session, market.stalls[0])).toEqual({
        owed: 1_000,
        withheld: 400,
      });
      const outcome = await recordVoid(session, actOf(codeCompra));
      expect(outcome).toMatchObject({ kind: 'done', receipt: { nuevoSaldo: 600, points: 6 } });
      expect(await run(session, 'select state, note, resolved_at, resolved_by from conflict_line')).toEqual([
        { state: 'resolved', note: 'Se equivocó', resolved_at: now, resolved_by: market.stalls[0] },
      ]);
      expect(await lockStallDues(session, market.stalls[0])).toEqual({
        owed: 0,
        withheld: 0,
      });
      const over = `select coalesce(sum(p.amount), 0)::int as sum from posting p join ledger_account a on a.id = p.account_id
          where a.kind = 'overspend'`;
      expect(await run(session, over)).toEqual([{ sum: 0 }]);
    });
  });

  it('is allowed to its stall up to its balance plus the open shortfall', async () => {
    for (const [paid, kind] of [
      [0, 'done'],
      [1, 'refuse'],
    ] as const)
      await inside(async (session) => {
        const { codeCompra } = await shortPurchase(session, 'overspend');
        if (paid > 0) await payOut(session, paid);
        expect((await recordVoid(session, actOf(codeCompra))).kind).toBe(kind);
      });
  });

  const addDevice = async (session: Session): Promise<string> => {
    const device = randomUUID();
    await run(
      session,
      `insert into device (id, prefix, market_id, name, public_key, enrolled_at, start_seq, start_hash, ack_seq, head_hash, gaps)
          values ($1, '0123456789abcdef', $2, 'Caja', 'k', now(), 0, '', 0, '', '[]')`,
      device,
      here(),
    );
    return device;
  };

  it('may use the withheld part of a sale recovered after a restore, which was never paid out', async () => {
    await inside(async (session) => {
      const sales = [
        await sellAt(market, session, { voucher, price: 1_000, at: now }),
        await sellAt(market, session, { voucher, price: 500, at: now }),
      ];
      const device = await addDevice(session);
      for (const { op } of sales)
        await run(
          session,
          'insert into recovered_purchase (purchase_op, epoch, device_id, stall_id, is_withheld) values ($1, 2, $2, $3, true)',
          op,
          device,
          market.stalls[0],
        );
      expect(await lockStallDues(session, market.stalls[0])).toMatchObject({ owed: 1_500, withheld: 1_500 });
      expect((await recordVoid(session, actOf(sales[0]?.code ?? ''))).kind).toBe('done');
    });
  });

  it('is refused after a loss was assigned', async () => {
    await inside(async (session) => {
      const { codeCompra } = await shortPurchase(session, 'resolved');
      const entry = actOf(codeCompra, { stall: null });
      expect(await recordVoid(session, entry)).toEqual({ kind: 'refuse', code: 'SALE_ASSIGNED' });
    });
    await inside(async (session) => {
      const { codeCompra } = await shortPurchase(session, 'resolved', 0);
      expect(
        (await recordVoid(session, actOf(codeCompra, { stall: null }))).kind,
        'nothing was missing',
      ).toBe('done');
    });
  });

  it('leaves the balance of an ended voucher that paid nothing, which is no money of a void', async () => {
    await inside(async (session) => {
      await run(session, 'update voucher set balance = 0 where id = $1', voucher);
      const found = await lockVoucher(session, voucher);
      if (!found) throw new Error('the voucher is there');
      const stall = { id: market.stalls[0], marketId: here(), name: 'Estante', pointsEvery: toAmount(100) };
      const amounts = {
        price: toAmount(9),
        taken: toAmount(0),
        reason: 'VOUCHER_BLOCKED' as const,
      };
      const sale = { op: toOpId('none'), actor: null, hash: 'h', voucher: found, stall, ...amounts };
      const { codeCompra } = await postDecidedPurchase(session, sale, now);
      await run(session, 'update voucher set balance = 70, expires_at = $2 where id = $1', voucher, now);
      const outcome = await recordVoid(session, actOf(codeCompra, { stall: null }));
      expect(outcome).toMatchObject({ kind: 'done', receipt: { nuevoSaldo: 70 } });
      const closed = 'select closed_as from voucher where id = $1';
      expect(await run(session, closed, voucher)).toEqual([{ closed_as: null }]);
    });
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { postDecidedPurchase } from '#src/operations/purchase/post.ts';
import { marketAccount, ownAccount, transfer } from '#src/operations/transfer.ts';
import { recordVoid, type VoidAct } from '#src/operations/void/post.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/movements.ts';
import { lockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:20:30.456Z');

describe('the void of a sale', () => {
  const { opened, market } = smallMarketForSuite();
  let voucher: VoucherId;
  beforeAll(async () => {
    voucher = await market.issue(5_000);
  });
  const inside = (work: (session: Session) => Promise<void>) => rolledBack(opened, work);
  const here = () => market.markets[0];

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

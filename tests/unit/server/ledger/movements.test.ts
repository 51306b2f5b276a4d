import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  marketAccount,
  ownAccount,
  transfer,
  voucherAccount,
  type Transfer,
} from '#src/operations/transfer.ts';
import { toAmount, toOpId, toPoints, toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import {
  lockAccountSum,
  lockStallDues,
  openMarketAccounts,
  openPersonAccount,
} from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post, type Movement } from '#src/server/ledger/movements.ts';
import {
  isVoucherIdTaken,
  blockVoucher,
  lockVoucher,
  openVoucher,
  unblockVoucher,
  voucherIssuedBy,
} from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:20:30.456Z');

describe('the journal', () => {
  const { opened, market } = smallMarketForSuite();
  let voucher: VoucherId;
  beforeAll(async () => {
    voucher = await market.issue(5_000);
  });
  const inside = (work: (session: Session) => Promise<void>) => rolledBack(opened, work);
  const movementOf = (transfers: readonly Transfer[], own: object = {}): Movement =>
    ({
      id: uuidV7(),
      kind: 'assignment',
      reference: toOpId('op'),
      recordedBy: market.point,
      recordedAt: now,
      transfers,
      detail: null,
      ...own,
    }) as Movement;
  const [here, there] = [() => market.markets[0], () => market.markets[1]];
  const balanceOf = async (session: Session) =>
    (await run<{ balance: number }>(session, 'select balance from voucher where id = $1', voucher))[0]
      ?.balance;

  describe('posts a movement', () => {
    it('as one leg for each account that changes, and updates the vouchers among them', async () => {
      await inside(async (session) => {
        const [paper, breakage] = [voucherAccount(voucher, here()), marketAccount('breakage', here())];
        const movement = movementOf([
          transfer(paper, breakage, 700),
          transfer(marketAccount('guarantee', here()), breakage, 0),
          transfer(breakage, paper, 100),
          transfer(paper, marketAccount('treasury', here()), 200),
        ]);
        expect(await post(session, movement)).toEqual(new Map([[voucher, 4_200]]));
        expect(await balanceOf(session)).toBe(4_200);
        const rows = await run(
          session,
          `select p.leg, a.kind, p.amount from posting p join ledger_account a on a.id = p.account_id
            where p.movement_id = $1 order by p.leg`,
          movement.id,
        );
        expect(rows).toEqual([
          { leg: 1, kind: 'voucher', amount: -800 },
          { leg: 2, kind: 'breakage', amount: 600 },
          { leg: 3, kind: 'treasury', amount: 200 },
        ]);
        expect(await run(session, `select * from receipt where op_id = 'op'`)).toEqual([]);
        expect(await run(session, 'select 1 from points_entry where movement_id = $1', movement.id)).toEqual(
          [],
        );
      });
    });

    it('with points and a receipt when it has them, and without an entry for no points', async () => {
      await inside(async (session) => {
        const of = (points: number) => ({
          customerId: market.customer,
          marketId: here(),
          points: toPoints(points),
        });
        const borne = [transfer(marketAccount('guarantee', here()), marketAccount('overspend', here()), 5)];
        const receipt = { bodyHash: 'h', answer: { to: 'guarantee' } };
        const movement = movementOf(borne, { points: of(-2), receipt });
        await post(session, movement);
        expect(await run(session, 'select * from points_entry where movement_id = $1', movement.id)).toEqual([
          {
            movement_id: movement.id,
            leg: 1,
            customer_id: market.customer,
            market_id: here(),
            points: -2,
            recorded_at: now,
          },
        ]);
        expect(await run(session, `select * from receipt where op_id = 'op'`)).toEqual([
          { op_id: 'op', body_hash: 'h', refusal: null, answer: { to: 'guarantee' }, recorded_at: now },
        ]);
        const none = movementOf(borne, { reference: toOpId('none'), points: of(0) });
        await post(session, none);
        expect(await run(session, 'select 1 from points_entry where movement_id = $1', none.id)).toEqual([]);
      });
    });

    it('only when each market sums to 0, over open accounts and known vouchers', async () => {
      const refuse = (transfers: readonly Transfer[], why: RegExp) =>
        inside(async (session) => {
          await expect(post(session, movementOf(transfers))).rejects.toThrow(why);
        });
      const fund = marketAccount('guarantee', here());
      const between = { from: fund, to: marketAccount('guarantee', there()), amount: toAmount(5) };
      await refuse([between], /does not sum to 0 in each market/);
      expect(() => transfer(between.from, between.to, 5)).toThrow('between markets');
      const foreign = voucherAccount(voucher, there());
      await refuse([transfer(foreign, marketAccount('treasury', there()), 500)], /another market/);
      await refuse([], /assignment op moves nothing/);
      await refuse([transfer(fund, marketAccount('treasury', here()), 0)], /moves nothing/);
      await refuse([transfer(fund, fund, 5)], /moves nothing/);
      expect(() => transfer(fund, marketAccount('treasury', here()), -5)).toThrow('a transfer of -5');
      for (const closed of [
        ownAccount('stall', randomUUID(), here()),
        voucherAccount(toVoucherId(market.stalls[0]), here()),
        { ...fund, ownerId: there() },
      ])
        await refuse([transfer(fund, closed, 5)], /names an account that is not open/);
      await refuse([transfer(voucherAccount(voucher, here()), fund, 5_001)], /violates check constraint/);
    });

    it('once under its reference', async () => {
      await inside(async (session) => {
        const borne = [transfer(marketAccount('guarantee', here()), marketAccount('overspend', here()), 5)];
        await post(session, movementOf(borne));
        await expect(post(session, movementOf(borne))).rejects.toMatchObject({ code: '23505' });
      });
    });

    it('that the database refuses when its legs do not sum to 0', async () => {
      await inside(async (session) => {
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
          here(),
        );
        await expect(legs).rejects.toMatchObject({ code: '23514', constraint: 'posting_sums' });
      });
    });

    it('opens a debt account with the first debt', async () => {
      await inside(async (session) => {
        const owe = (op: string) =>
          post(
            session,
            movementOf(
              [transfer(ownAccount('debt', market.customer, here()), marketAccount('overspend', here()), 5)],
              { reference: toOpId(op) },
            ),
          );
        await owe('first');
        await owe('second');
        const accounts = await run(
          session,
          `select a.owner_id, a.market_id, sum(p.amount)::int as owed from ledger_account a join posting p on p.account_id = a.id
            where a.kind = 'debt' group by a.id`,
        );
        expect(accounts).toEqual([{ owner_id: market.customer, market_id: here(), owed: -10 }]);
      });
    });
  });

  describe('blocks a voucher', () => {
    const later = new Date(now.getTime() + 60_000);
    const state = async (session: Session) => {
      const found = await lockVoucher(session, voucher);
      const notes = await run(session, 'select 1 from voucher_block where voucher_id = $1', voucher);
      return [found?.blocked, found?.blockedAt, found?.personBlockedAt, notes.length];
    };

    it('for a person and for a settlement, each once, independently', async () => {
      await inside(async (session) => {
        expect(await state(session)).toEqual([null, null, null, 0]);
        expect(await blockVoucher(session, voucher, 'overspend', now)).toBe(true);
        expect(await state(session)).toEqual(['overspend', now, null, 1]);
        expect(await blockVoucher(session, voucher, 'overspend', later)).toBe(false);
        expect(await blockVoucher(session, voucher, 'person', later)).toBe(true);
        expect(await state(session)).toEqual(['person', now, later, 2]);
        expect(await blockVoucher(session, voucher, 'person', later)).toBe(false);
        expect(await blockVoucher(session, voucher, 'overspend', later)).toBe(false);
        expect(await state(session)).toEqual(['person', now, later, 2]);
        expect(await unblockVoucher(session, voucher, later)).toBe(true);
        expect(await state(session)).toEqual([null, null, null, 3]);
        expect(await unblockVoucher(session, voucher, later)).toBe(false);
        expect(await blockVoucher(session, voucher, 'person', later)).toBe(true);
        expect(await state(session)).toEqual(['person', later, later, 4]);
        const other = toVoucherId(randomUUID());
        for (const by of ['person', 'overspend'] as const)
          expect(await blockVoucher(session, other, by, now)).toBe(false);
        expect(await lockVoucher(session, other)).toBeNull();
      });
    });
  });

  it('opens an empty voucher, and knows the movement that issued it', async () => {
    await inside(async (session) => {
      const id = toVoucherId(randomUUID());
      expect([await isVoucherIdTaken(session, id), await isVoucherIdTaken(session, voucher)]).toEqual([
        false,
        true,
      ]);
      await openVoucher(session, {
        id,
        owner: market.customer,
        market: here(),
        face: toAmount(900),
        expiresAt: null,
        recordedAt: now,
      });
      expect(await isVoucherIdTaken(session, id)).toBe(true);
      expect(await lockVoucher(session, id)).toMatchObject({
        id,
        balance: 0,
        ownerId: market.customer,
        marketId: here(),
      });
      const reissue = uuidV7();
      await post(session, {
        ...movementOf([transfer(voucherAccount(voucher, here()), voucherAccount(id, here()), 900)]),
        id: reissue,
        kind: 'reissue',
        detail: {
          kind: 'reissue',
          voucherId: voucher,
          newVoucherId: id,
          marketId: here(),
          amount: toAmount(900),
          withCode: true,
        },
      } as Movement);
      expect(await voucherIssuedBy(session, reissue)).toBe(id);
      const [topUp] = await run<{ id: string }>(
        session,
        'select movement_id as id from top_up where voucher_id = $1',
        voucher,
      );
      expect(await voucherIssuedBy(session, topUp?.id ?? '')).toBe(voucher);
      expect(await voucherIssuedBy(session, randomUUID())).toBeNull();
    });
  });

  it('has every account of a market, and one per person, however often it is opened', async () => {
    await inside(async (session) => {
      const id = randomUUID();
      await run(
        session,
        `insert into market (id, code, name, created_at) values ($1, 'ABCDEF', 'Sur', now())`,
        id,
      );
      await openMarketAccounts(session, id as never);
      const kinds = await run<{ kind: string }>(
        session,
        'select kind from ledger_account where owner_id = $1 order by kind',
        id,
      );
      expect(kinds.map(({ kind }) => kind)).toEqual([
        'breakage',
        'cash-difference',
        'clearing',
        'guarantee',
        'opening',
        'overspend',
        'redemption',
        'treasury',
      ]);
      for (const kind of ['cash', 'stall'] as const) {
        const person = randomUUID();
        await openPersonAccount(session, kind, person, here());
        await openPersonAccount(session, kind, person, here());
        const own = 'select id, kind from ledger_account where owner_id = $1 order by kind';
        expect(await run(session, own, person)).toEqual([{ id: person, kind }]);
        expect(await lockAccountSum(session, person)).toBe(0);
      }
      expect(await lockAccountSum(session, market.point)).toBe(-5_000);
      expect(await lockStallDues(session, market.stalls[1])).toEqual({
        owed: 0,
        withheld: 0,
      });
    });
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { postPurchaseIn, PurchaseEntry } from '#src/operations/purchase/post.ts';
import { toAmount, toOpId, toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:20:30.456Z');

/**
 * Required behaviour of every way of posting a purchase, over a voucher of 5,000 of the first market, whose
 * stalls give a point per 1,000.
 */
export function describePurchases(how: string, postOne: typeof postPurchaseIn): void {
  describe(`a purchase that is ${how}`, () => {
    const { opened, market } = smallMarketForSuite();
    let voucher: VoucherId;
    beforeAll(async () => {
      voucher = await market.issue(5_000);
    });

    const entryOf = (own: Partial<PurchaseEntry> = {}): PurchaseEntry => ({
      op: toOpId('op'),
      hash: 'h',
      voucher,
      customer: market.customer,
      stall: market.stalls[0],
      price: toAmount(1_500),
      actor: market.stalls[0],
      ...own,
    });
    /** Returns the answer after these statements, and the rows left behind. */
    async function buy(own: Partial<PurchaseEntry> = {}, before?: (session: Session) => Promise<unknown>) {
      const found: { answer?: unknown; rows: Record<string, unknown[]> } = { rows: {} };
      await rolledBack(opened, async (session) => {
        await before?.(session);
        found.answer = await postOne(session, now, entryOf(own));
        const of = `(select id from movement where reference = 'op')`;
        found.rows = {
          movement: await run(
            session,
            `select kind, recorded_by, recorded_at from movement where id in ${of}`,
          ),
          postings: await run(
            session,
            `select a.kind, a.owner_id, p.leg, p.amount from posting p join ledger_account a on a.id = p.account_id
            where p.movement_id in ${of} order by a.kind desc, p.amount`,
          ),
          purchase: await run(session, `select * from purchase where movement_id in ${of}`),
          points: await run(
            session,
            `select leg, customer_id, market_id, points, recorded_at from points_entry where movement_id in ${of}`,
          ),
          receipt: await run(
            session,
            `select body_hash, refusal, answer, recorded_at from receipt where op_id = 'op'`,
          ),
          balance: await run(session, 'select balance from voucher where id = $1', voucher),
        };
      });
      return { answer: found.answer, ...found.rows } as Record<string, unknown[]> & { answer: unknown };
    }
    const sql =
      (text: string, ...values: unknown[]) =>
      (session: Session) =>
        run(session, text, ...values);
    const refusal = async (own: Partial<PurchaseEntry>, before?: (session: Session) => Promise<unknown>) => {
      const { answer, movement, receipt, balance } = await buy(own, before);
      expect(movement).toEqual([]);
      const [row] = balance as { balance: number }[];
      const { code, left } = answer as { code: string; left: number };
      expect(receipt).toMatchObject([{ body_hash: 'h', refusal: code, answer: { left } }]);
      return [code, left, row?.balance];
    };

    it('moves its price from the voucher to the stall, with its row, its points and its receipt', async () => {
      const { answer, ...rows } = await buy();
      const [bought] = rows['purchase'] as { movement_id: string; code: string }[];
      const [stall] = await run<{ stall_name: string }>(
        opened.database,
        'select stall_name from person where id = $1',
        market.stalls[0],
      );
      const receipt = {
        codeCompra: bought?.code,
        nuevoSaldo: 3_500,
        price: 1_500,
        estanteName: stall?.stall_name,
        userName: 'Nombre de prueba',
        codeQrUuid: voucher,
        points: 1,
        createAt: '2026-11-23T10:20:30.456Z',
      };
      expect(answer).toEqual({ kind: 'done', receipt, replayed: false });
      expect(rows).toEqual({
        movement: [{ kind: 'purchase', recorded_by: market.stalls[0], recorded_at: now }],
        postings: [
          { kind: 'voucher', owner_id: voucher, leg: 1, amount: -1_500 },
          { kind: 'stall', owner_id: market.stalls[0], leg: 2, amount: 1_500 },
        ],
        purchase: [
          {
            movement_id: expect.any(String),
            code: expect.stringMatching(/^C-[0-9A-Z]{8}$/),
            voucher_id: voucher,
            customer_id: market.customer,
            stall_id: market.stalls[0],
            market_id: market.markets[0],
            amount: 1_500,
            points: 1,
            recorded_at: now,
            missing: 0,
            reason: null,
          },
        ],
        points: [
          { leg: 1, customer_id: market.customer, market_id: market.markets[0], points: 1, recorded_at: now },
        ],
        receipt: [{ body_hash: 'h', refusal: null, answer: receipt, recorded_at: now }],
        balance: [{ balance: 3_500 }],
      });
    });

    it("at another market's stall creates a debt of the first market", async () => {
      const { postings, points } = await buy({ stall: market.stalls[1], actor: null, price: toAmount(999) });
      expect(postings).toMatchObject([
        { kind: 'voucher', owner_id: voucher, amount: -999 },
        { kind: 'stall', owner_id: market.stalls[1], amount: 999 },
        { kind: 'clearing', owner_id: market.markets[1], amount: -999 },
        { kind: 'clearing', owner_id: market.markets[0], amount: 999 },
      ]);
      expect(points, 'less than what a point takes').toEqual([]);
    });

    it('takes exactly the whole balance', async () => {
      const { answer, balance } = await buy({ price: toAmount(5_000) });
      expect([answer, balance]).toMatchObject([{ kind: 'done' }, [{ balance: 0 }]]);
      expect(await refusal({ price: toAmount(5_001) })).toEqual(['INSUFFICIENT_BALANCE', 5_000, 5_000]);
    });

    it.each([
      [1, 1_500],
      [0, 0],
      [1_501, 0],
      [1_500, 1],
    ])('gives a point for every %i: %i', async (every, points) => {
      const { purchase } = await buy({}, sql('update market set points_every = $1', every));
      expect(purchase).toMatchObject([{ points }]);
    });

    it.each([
      ['is of nobody', { stall: randomUUID() }, null],
      ['is no stall', {}, "user_type = 'RECARGA'"],
      ['was rejected', {}, "status = 'RECHAZADO'"],
      ['is not approved yet', {}, "status = 'PENDIENTE'"],
      ['was deleted', {}, 'visible = false'],
    ])('is refused where the stall %s', async (_what, own, change) => {
      const before =
        change === null ? undefined : sql(`update person set ${change} where id = $1`, market.stalls[0]);
      expect((await refusal(own, before))[0]).toBe('UNKNOWN_STALL');
    });

    it.each(["status = 'RECHAZADO'", 'visible = false'])(
      'is refused when the stall may not sell: %s',
      async (change) => {
        const before = sql(`update person set ${change} where id = $1`, market.markets[1]);
        expect((await refusal({ stall: market.stalls[1] }, before))[0]).toBe('UNKNOWN_STALL');
        expect((await buy({}, before)).answer).toMatchObject({ kind: 'done' });
      },
    );

    it("is refused for an unknown voucher, or another customer's", async () => {
      expect((await refusal({ voucher: toVoucherId(randomUUID()) }))[0]).toBe('UNKNOWN_VOUCHER');
      expect((await refusal({ customer: randomUUID() }))[0]).toBe('UNKNOWN_VOUCHER');
      expect((await refusal({ customer: market.point }))[0]).toBe('UNKNOWN_VOUCHER');
    });

    it('may name the customer by an id merged into the owner', async () => {
      const merge = (into: string) =>
        sql('update person set merged_into = $1 where id = $2', into, market.stalls[1]);
      const own = { customer: market.stalls[1] };
      const { answer, purchase } = await buy(own, merge(market.customer));
      expect([answer, purchase]).toMatchObject([{ kind: 'done' }, [{ customer_id: market.customer }]]);
      expect((await refusal(own, merge(market.point)))[0]).toBe('UNKNOWN_VOUCHER');
    });

    it('is refused on a blocked, spent or expired voucher, in that order', async () => {
      const block = 'blocked_at = now()';
      const over = `expires_at = '${now.toISOString()}'`;
      const empty = 'balance = 0';
      const closed = `closed_as = 'voided'`;
      const with_ = (...changes: string[]) =>
        sql(`update voucher set ${changes.join(', ')} where id = $1`, voucher);
      expect(await refusal({}, with_(block))).toEqual(['VOUCHER_BLOCKED', 5_000, 5_000]);
      expect((await refusal({}, with_(block, empty, over)))[0]).toBe('VOUCHER_BLOCKED');
      expect((await refusal({}, with_(closed, block, empty, over)))[0]).toBe('VOUCHER_VOIDED');
      expect((await refusal({}, with_(`closed_as = 'refunded'`, block)))[0]).toBe('VOUCHER_REFUNDED');
      expect((await refusal({}, with_(`closed_as = 'joined'`, block, empty)))[0]).toBe('VOUCHER_JOINED');
      expect(await refusal({}, with_(empty, over))).toEqual(['VOUCHER_SPENT', 0, 0]);
      expect((await refusal({}, with_(over)))[0]).toBe('VOUCHER_EXPIRED');
      expect((await refusal({ price: toAmount(9_000) }, with_(over)))[0]).toBe('VOUCHER_EXPIRED');
      const later = with_(`expires_at = '2026-11-23T10:20:30.457Z'`);
      expect((await refusal({ price: toAmount(9_000) }, later))[0]).toBe('INSUFFICIENT_BALANCE');
      expect((await buy({}, later)).answer).toMatchObject({ kind: 'done' });
    });

    it('is answered once: its replay gets that answer, and another body none', async () => {
      await rolledBack(opened, async (session) => {
        const first = await postOne(session, now, entryOf());
        const again = await postOne(session, new Date(), entryOf());
        expect(again).toEqual({ ...first, replayed: true });
        expect(await postOne(session, now, entryOf({ hash: 'other' }))).toMatchObject({ code: 'KEY_REUSED' });
        const op = toOpId('refused');
        const refused = await postOne(session, now, entryOf({ op, price: toAmount(9_000) }));
        await run(session, 'update voucher set balance = 4900, face = 9000 where id = $1', voucher);
        expect(await postOne(session, now, entryOf({ op, price: toAmount(9_000) }))).toEqual({
          ...refused,
          replayed: true,
        });
        expect(await run(session, 'select count(*)::int from purchase')).toEqual([{ count: 1 }]);
      });
    });
  });
}

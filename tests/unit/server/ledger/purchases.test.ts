import { beforeAll, describe, expect, it } from 'vitest';
import { postPurchaseIn, type PurchaseAct } from '#src/operations/purchase/post.ts';
import { toAmount, toOpId, type VoucherId } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const now = new Date('2026-11-23T10:20:30.456Z');

/**
 * The rows of a purchase on a voucher of 5,000 of the first market, whose stalls give a point per 1,000. The other
 * ways of posting it are equal (tests/properties/three-ways.test.ts).
 */
describe('a purchase that is posted in steps', () => {
  const { opened, market } = smallMarketForSuite();
  let voucher: VoucherId;
  beforeAll(async () => {
    voucher = await market.issue(5_000);
  });

  const actOf = (own: Partial<PurchaseAct> = {}): PurchaseAct => ({
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
  async function buy(own: Partial<PurchaseAct> = {}, before?: (session: Session) => Promise<unknown>) {
    const found: { answer?: unknown; rows: Record<string, unknown[]> } = { rows: {} };
    await rolledBack(opened, async (session) => {
      await before?.(session);
      found.answer = await postPurchaseIn(session, now, actOf(own));
      const of = `(select id from movement where reference = 'op')`;
      found.rows = {
        movement: await run(session, `select kind, recorded_by, recorded_at from movement where id in ${of}`),
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
});

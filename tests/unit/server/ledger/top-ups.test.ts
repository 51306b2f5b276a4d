import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { voucherCreated } from '#src/contract/topups/schemas.ts';
import { postTopUpIn, type TopUpEntry } from '#src/operations/top-up/post.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const [now, end] = [new Date('2026-11-23T10:20:30.456Z'), new Date('2027-01-01T00:00:00Z')];

describe('a top-up', () => {
  const { opened, market } = smallMarketForSuite();
  const voucher = toVoucherId(randomUUID());
  const entryOf = (own: Partial<TopUpEntry> = {}): TopUpEntry => ({
    op: toOpId('op'),
    hash: 'h',
    voucher,
    customer: market.customer,
    amount: toAmount(900),
    topUpPoint: market.point,
    recordedAt: now,
    expiresAt: end,
    urlCodeQr: 'http://localhost/v',
    ...own,
  });
  async function make(own: Partial<TopUpEntry> = {}) {
    let found: Record<string, unknown> = {};
    await rolledBack(opened, async (session) => {
      const answer = await postTopUpIn(session, entryOf(own));
      found = {
        answer,
        vouchers: await run(session, 'select * from voucher where id = $1', voucher),
        accounts: await run(session, 'select * from ledger_account where id = $1', voucher),
        postings: await run(
          session,
          `select p.leg, p.account_id, p.amount from posting p join movement m on m.id = p.movement_id
            where m.reference = 'op' order by p.leg`,
        ),
        topUps: await run(session, 'select * from top_up where voucher_id = $1', voucher),
        receipts: await run(
          session,
          `select body_hash, refusal, answer, recorded_at from receipt where op_id = 'op'`,
        ),
        movements: await run(
          session,
          `select kind, recorded_by, recorded_at from movement where reference = 'op'`,
        ),
      };
    });
    return found;
  }

  it('issues a voucher against cash at its point', async () => {
    const made = await make();
    const { answer } = made as { answer: { receipt: { _id: string } } };
    const receipt = {
      _id: answer.receipt._id,
      identification: market.customer,
      ownerName: 'Nombre de prueba',
      status: true,
      createAt: '2026-11-23T10:20:30.456Z',
      urlCodeQr: 'http://localhost/v',
      message: voucherCreated,
      monto: 900,
      uuid: voucher,
      expiresAt: '2027-01-01T00:00:00.000Z',
    };
    expect(made).toEqual({
      answer: { kind: 'done', receipt, replayed: false },
      vouchers: [
        {
          id: voucher,
          owner_id: market.customer,
          market_id: market.markets[0],
          face: 900,
          balance: 900,
          short_code: shortCodeOf(voucher),
          blocked_at: null,
          expires_at: end,
          created_at: now,
          is_open: true,
          kiosk_signed: false,
          closed_as: null,
          credited: 0,
          unblocked_at: null,
          person_blocked_at: null,
        },
      ],
      accounts: [{ id: voucher, kind: 'voucher', owner_id: voucher, market_id: market.markets[0] }],
      postings: [
        { leg: 1, account_id: market.point, amount: -900 },
        { leg: 2, account_id: voucher, amount: 900 },
      ],
      topUps: [
        {
          movement_id: receipt._id,
          voucher_id: voucher,
          customer_id: market.customer,
          top_up_point_id: market.point,
          market_id: market.markets[0],
          amount: 900,
          recorded_at: now,
        },
      ],
      receipts: [{ body_hash: 'h', refusal: null, answer: receipt, recorded_at: now }],
      movements: [{ kind: 'top-up', recorded_by: market.point, recorded_at: now }],
    });
  });

  it('is marked when a kiosk issued the voucher before', async () => {
    expect(await make({ isKioskSigned: true })).toMatchObject({ vouchers: [{ kiosk_signed: true }] });
  });
});

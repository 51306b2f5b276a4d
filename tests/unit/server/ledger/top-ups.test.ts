import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { voucherCreated } from '#src/contract/topups/schemas.ts';
import { loadTopUp, topUpAtPoint, type TopUpAct } from '#src/operations/top-up/post.ts';
import { toAmount, toOpId, toVoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import type { Session } from '#src/server/store/database.ts';
import { smallMarketForSuite } from '#tests/support/for-suite.ts';
import { rolledBack, run } from '#tests/support/server/rolled-back.ts';

const [now, end] = [new Date('2026-11-23T10:20:30.456Z'), new Date('2027-01-01T00:00:00Z')];

describe('a top-up', () => {
  const { opened, market } = smallMarketForSuite();
  const voucher = toVoucherId(randomUUID());
  const entryOf = (own: Partial<TopUpAct> = {}): TopUpAct => ({
    op: toOpId('op'),
    hash: 'h',
    voucher,
    customer: market.customer,
    amount: toAmount(900),
    topUpPoint: market.point,
    max: 1_000,
    recordedAt: now,
    expiresAt: end,
    urlCodeQr: 'http://localhost/v',
    ...own,
  });
  async function make(own: Partial<TopUpAct> = {}, before?: (session: Session) => Promise<unknown>) {
    let found: Record<string, unknown> = {};
    await rolledBack(opened, async (session) => {
      await before?.(session);
      const answer = await topUpAtPoint(session, entryOf(own));
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
  const person = (id: string, change: string) => (session: Session) =>
    run(session, `update person set ${change} where id = $1`, id);
  const nothing = { vouchers: [], accounts: [], postings: [], topUps: [], movements: [] };

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

  it('is made once: a replay gets the first answer, another body under its key none', async () => {
    await rolledBack(opened, async (session) => {
      const first = await topUpAtPoint(session, entryOf());
      expect(await topUpAtPoint(session, entryOf())).toEqual({ ...first, replayed: true });
      expect(await topUpAtPoint(session, entryOf({ hash: 'i' }))).toMatchObject({ code: 'KEY_REUSED' });
      expect(await topUpAtPoint(session, entryOf({ op: toOpId('other') }))).toEqual({
        kind: 'refused',
        code: 'VOUCHER_EXISTS',
        replayed: false,
      });
    });
  });

  it('needs an existing customer', async () => {
    const refused = { kind: 'refused', code: 'UNKNOWN_CUSTOMER', replayed: false };
    const kept = [{ body_hash: 'h', refusal: 'UNKNOWN_CUSTOMER', answer: {}, recorded_at: now }];
    expect(await make({ customer: randomUUID() })).toEqual({ ...nothing, answer: refused, receipts: kept });
    expect(await make({ customer: market.point })).toMatchObject({ answer: refused });
    expect(await make({}, person(market.customer, 'visible = false'))).toMatchObject({ answer: refused });
  });

  it('is for the customer into whom the named one was merged', async () => {
    const merged = `merged_into = '${market.customer}', visible = false`;
    const own = { customer: market.stalls[0] };
    expect(await make(own, person(market.stalls[0], merged))).toMatchObject({
      answer: { kind: 'done' },
      vouchers: [{ owner_id: market.customer }],
      topUps: [{ customer_id: market.customer }],
    });
  });

  it.each([
    ['of nobody', { topUpPoint: randomUUID() }, ''],
    ['that was rejected', {}, "status = 'RECHAZADO'"],
    ['that was deleted', {}, 'visible = false'],
    ['that is another kind of account', {}, "user_type = 'ESTANTE'"],
  ])('is not taken from a point %s, and may be tried again later', async (_what, own, change) => {
    const made = await make(own, change === '' ? undefined : person(market.point, change));
    const refused = { kind: 'refused', code: 'FORBIDDEN', replayed: false };
    expect(made).toEqual({ ...nothing, answer: refused, receipts: [] });
  });

  it('is refused from a point of an inactive market', async () => {
    for (const change of ["status = 'RECHAZADO'", 'visible = false'])
      expect(await make({}, person(market.markets[0], change))).toMatchObject({
        answer: { code: 'FORBIDDEN' },
      });
  });

  it("reads for a manager's approval what may not act any more, and no till", async () => {
    await rolledBack(opened, async (session) => {
      await person(market.point, "status = 'RECHAZADO'")(session);
      await person(market.customer, 'visible = false')(session);
      const { facts } = await loadTopUp(session, { ...entryOf(), isApproved: true });
      expect(facts).toMatchObject({ customer: 'deleted', point: 'inactive', isApproved: true, till: null });
    });
  });
});

import { describe, expect, it } from 'vitest';
import { toAmount, toPoints } from '#src/contract/brands.ts';
import type { Actor } from '#src/server/actor.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';
import { asPurchase } from '#src/server/sync/settlement/settle.ts';
import {
  assign,
  resolved,
  decision,
  account,
  movement,
  receipt,
  purchaseRefused,
  line,
  voucher,
  manager,
  now,
  voucherId,
} from '#tests/support/device/assign-line.ts';
import { marketId, paidPaper as paper, stallId } from '#tests/support/device/sync-entry.ts';

describe('the permission to assign a loss', () => {
  it("belongs to the line's market, or an ADMIN", async () => {
    const admin = { ...manager, userType: 'ADMIN', marketId: null } as Actor;
    expect((await assign({ actor: admin })).answer).toEqual({ ok: true, value: null });
    const other = { ...manager, marketId: 'other' } as unknown as Actor;
    const { answer, written } = await assign({ actor: other });
    expect([answer, written]).toEqual([{ ok: false, code: 'NOT_FOUND' }, []]);
  });

  it('is missing for an unknown line, even one that vanishes meanwhile', async () => {
    const { answer, linked } = await assign({ line: null });
    expect([answer, linked]).toEqual([{ ok: false, code: 'NOT_FOUND' }, []]);
    const admin = { ...manager, userType: 'ADMIN', marketId: null } as Actor;
    for (const actor of [manager, admin]) {
      let looks = 0;
      const lockConflict = () => Promise.resolve((looks += 1) === 1 ? line : null);
      const gone = await assign({ actor, tx: { lockConflict } });
      expect([gone.answer, looks]).toEqual([{ ok: false, code: 'NOT_FOUND' }, 2]);
    }
  });

  it('ends after the first time', async () => {
    const { answer, written } = await assign({ line: { state: 'resolved' } });
    expect([answer, written]).toEqual([{ ok: false, code: 'WRONG_STATE' }, []]);
  });

  it('ends once the purchase was paid, which closes the line', async () => {
    const receipts = { purchase: { bodyHash: purchaseHash(asPurchase(line)), refusal: null, answer: paper } };
    const { answer, verbs, posted } = await assign({ line: { state: 'review' }, receipts });
    expect([answer, verbs, posted]).toEqual([
      { ok: false, code: 'WRONG_STATE' },
      ['updateConflict', 'insertReceipt'],
      [],
    ]);
  });

  it('is limited to the stall as bearer once it has withdrawn the purchase by a call', async () => {
    const bodyHash = purchaseHash(asPurchase(line));
    const receipts = { purchase: { bodyHash, refusal: 'WITHDRAWN' as const, answer: {} } };
    const given = { line: { state: 'review', missing: toAmount(0) } as const, receipts };
    const { answer, written, posted } = await assign(given);
    expect([answer, written, posted]).toEqual([{ ok: false, code: 'WITHDRAWN' }, [], []]);
    expect((await assign({ ...given, to: 'stall' })).answer.ok).toBe(true);
  });

  it('is checked once more after a lost race', async () => {
    let losses = 1;
    const post = () =>
      (losses -= 1) >= 0
        ? Promise.reject(Object.assign(new Error('twin'), { code: '23505' }))
        : Promise.resolve();
    expect((await assign({ tx: { post } })).answer.ok).toBe(true);
  });
});

describe('the shortfall of a paid sale', () => {
  const points = { customerId: 'luz', marketId, points: toPoints(3) };
  const kept = { bodyHash: 'b', answer: { to: 'guarantee', note: 'Visto' } };

  it('goes from the market to the fund, with the points that had waited for it, once', async () => {
    const { answer, written } = await assign();
    expect(answer).toEqual({ ok: true, value: null });
    const borne = { from: account('guarantee', marketId), to: account('overspend', marketId), amount: 300 };
    expect(written).toEqual([
      movement('sale assigned', [borne], { receipt: kept, points }),
      resolved(300, 'guarantee'),
      decision('guarantee'),
    ]);
  });

  it('goes to the customer under their current id', async () => {
    const { written } = await assign({ to: 'customer' });
    const borne = { from: account('debt', 'luz'), to: account('overspend', marketId), amount: 300 };
    expect(written[0]).toMatchObject(movement('sale assigned', [borne], { points }));
  });

  it('goes to the stall without points', async () => {
    const { written } = await assign({ to: 'stall' });
    const borne = { from: account('stall', stallId), to: account('overspend', marketId), amount: 300 };
    expect(written[0]).toEqual(
      movement('sale assigned', [borne], { receipt: { ...kept, answer: { to: 'stall', note: 'Visto' } } }),
    );
  });

  it('gives only the points of the shortfall', async () => {
    const { written } = await assign({ line: { price: toAmount(550), missing: toAmount(60) } });
    expect(written[0]?.given[0]).toMatchObject({ points: { points: 1 } });
  });

  it('goes to no deleted customer; to the fund it does, without points', async () => {
    const tx = { readCustomer: () => Promise.resolve(null) };
    const refused = await assign({ to: 'customer', tx });
    expect([refused.answer, refused.written]).toEqual([{ ok: false, code: 'UNKNOWN_CUSTOMER' }, []]);
    for (const gone of [tx, { readStall: () => Promise.resolve(null) }]) {
      const { answer, written } = await assign({ tx: gone });
      expect(answer.ok).toBe(true);
      expect(written[0]?.given[0]).not.toHaveProperty('points');
    }
  });
});

describe('a sale that was set aside', () => {
  const aside = { state: 'review', reason: 'BEYOND_LIMITS', missing: 0 } as const;
  const before = { state: 'review', reason: 'BEYOND_LIMITS' };

  it('is left unpaid when the loss is the stall\u2019s, and so is every later copy of it', async () => {
    const { written, posted } = await assign({ to: 'stall', line: aside });
    expect(posted).toEqual([]);
    expect(written).toEqual([
      receipt('sale', 'b', 'REVIEW_REJECTED', {}),
      purchaseRefused,
      resolved(0, 'stall', 'BEYOND_LIMITS'),
      decision('stall', before),
    ]);
  });

  it("keeps its purchase's answer", async () => {
    const bodyHash = purchaseHash(asPurchase(line));
    const receipts = { purchase: { bodyHash, refusal: 'VOUCHER_SPENT' as const, answer: {} } };
    const { written } = await assign({ to: 'stall', line: aside, receipts });
    expect(written.map(({ verb, given }) => [verb, given[0]])).toEqual([
      ['insertReceipt', { opId: 'sale', bodyHash: 'b', refusal: 'REVIEW_REJECTED', answer: {} }],
      ['updateConflict', 'line'],
      ['writeDecision', expect.anything()],
    ]);
  });

  it("takes its voucher's balance, and the rest is assigned at once", async () => {
    const { written, posted } = await assign({ line: aside });
    expect(posted).toMatchObject([
      [{ op: 'purchase', taken: 200, price: 500, reason: 'BEYOND_LIMITS', voucher }, now],
    ]);
    const borne = { from: account('guarantee', marketId), to: account('overspend', marketId), amount: 300 };
    const kept = { bodyHash: 'b', answer: { to: 'guarantee', note: 'Visto' } };
    expect(written).toEqual([
      receipt('sale', 'b', null, { purchase: paper, missing: 300 }),
      purchaseRefused,
      { verb: 'blockVoucher', given: [voucherId, now] },
      movement('sale assigned', [borne], {
        receipt: kept,
        points: { customerId: 'luz', marketId, points: 3 },
      }),
      resolved(300, 'guarantee', 'BEYOND_LIMITS'),
      decision('guarantee', before),
    ]);
  });

  it('is paid by a sufficient voucher alone, and nothing is blocked', async () => {
    const lockVoucher = () => Promise.resolve({ ...voucher, balance: 900, blocked: 'overspend' } as never);
    const { written, posted } = await assign({ line: aside, tx: { lockVoucher } });
    expect(posted).toMatchObject([[{ taken: 500, reason: null }, now]]);
    expect(written).toEqual([
      receipt('sale', 'b', null, { purchase: paper, missing: 0 }),
      purchaseRefused,
      resolved(0, 'guarantee', 'BEYOND_LIMITS'),
      decision('guarantee', before),
    ]);
  });

  it('takes nothing from a voucher that a person blocked', async () => {
    const lockVoucher = () => Promise.resolve({ ...voucher, blocked: 'person' } as never);
    const { posted } = await assign({ line: aside, tx: { lockVoucher } });
    expect(posted).toMatchObject([[{ taken: 0, reason: 'BEYOND_LIMITS' }, now]]);
  });

  it.each([
    ['whose voucher never came', {}, { lockVoucher: () => Promise.resolve(null) }],
    ['whose proof is bad', { reason: 'BAD_PROOF' }, {}],
    [
      "on somebody else's voucher",
      {},
      { lockVoucher: () => Promise.resolve({ ...voucher, ownerId: 'eva', personId: 'eva' } as never) },
    ],
    ['of a customer who is gone', {}, { readCustomer: () => Promise.resolve(null) }],
    [
      'of a customer who is gone, whose voucher never came',
      {},
      { readCustomer: () => Promise.resolve(null), lockVoucher: () => Promise.resolve(null) },
    ],
  ] as [string, object, object][])('%s is paid to its stall directly', async (_what, own, tx) => {
    const reason = 'reason' in own ? 'BAD_PROOF' : 'BEYOND_LIMITS';
    const { written, posted } = await assign({ line: { ...aside, ...own }, tx });
    expect(posted).toEqual([]);
    const borne = { from: account('guarantee', marketId), to: account('stall', stallId), amount: 500 };
    expect(written).toEqual([
      movement('purchase', [borne]),
      receipt('sale', 'b', null, { missing: 500 }),
      purchaseRefused,
      resolved(500, 'guarantee', reason),
      decision('guarantee', { state: 'review', reason }),
    ]);
  });

  it('is charged to its customer under their current id, and to no deleted one', async () => {
    const { written } = await assign({ to: 'customer', line: { ...aside, reason: 'BAD_PROOF' } });
    expect(written[0]?.given[0]).toMatchObject({ transfers: [{ from: account('debt', 'luz') }] });
    const tx = { readCustomer: () => Promise.resolve(null) };
    const refused = await assign({ to: 'customer', line: aside, tx });
    expect([refused.answer, refused.written, refused.posted]).toEqual([
      { ok: false, code: 'UNKNOWN_CUSTOMER' },
      [],
      [],
    ]);
  });
});

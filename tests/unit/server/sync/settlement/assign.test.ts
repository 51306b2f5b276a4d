import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toPoints, toVoucherId } from '#src/contract/brands.ts';
import type { AssignCommand } from '#src/contract/settlement/schemas.ts';
import type { Actor } from '#src/server/actor.ts';
import { purchaseHash, type Receipt } from '#src/server/ledger/receipts.ts';
import type { SaleConflict, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import { assignLoss, type AssignDeps } from '#src/server/sync/settlement/assign.ts';
import { asPurchase } from '#src/server/sync/settlement/settle.ts';
import {
  author,
  entryAt,
  entryContext,
  marketId,
  paidPaper as paper,
  receiptsIn,
  stallId,
} from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const voucherId = toVoucherId('24684521-0000-4000-8000-000000000000');
const manager = { id: 'manager', userType: 'GLOBAL_MARKET', marketId } as unknown as Actor;
const line: SaleConflict = {
  id: 'line',
  kind: 'sale',
  state: 'overspend',
  reason: 'SPENT_ELSEWHERE',
  opId: toOpId('sale'),
  bodyHash: 'b',
  purchaseOpId: toOpId('purchase'),
  marketId,
  stallId,
  voucherId,
  customerId: 'luz-before',
  price: toAmount(500),
  missing: toAmount(300),
  deviceId: author.id,
  seq: 7,
  occurredAt: now,
  recordedAt: now,
};
const stall = { id: stallId, marketId, name: 'Rosalba', pointsEvery: 100 };
const luz = { id: 'luz' };
const voucher = { id: voucherId, ownerId: 'luz', personId: 'luz', marketId, balance: 200, blocked: null };

type Given = {
  actor?: Actor;
  to?: AssignCommand['to'];
  line?: Partial<SaleConflict> | null;
  receipts?: Record<string, Partial<Receipt>>;
  tx?: Partial<SyncTransaction>;
};

/** Luz, a stall with a point for every 100, and a voucher of 200, all existing. */
async function assign({
  actor = manager,
  to = 'guarantee',
  line: own = {},
  receipts = {},
  tx = {},
}: Given = {}) {
  const [posted, linked]: [unknown[], unknown[]] = [[], []];
  const found = own && { ...line, ...own };
  const { context, written } = entryContext({
    lockConflict: (id) => Promise.resolve(id === 'line' ? found : null),
    ...receiptsIn(Object.entries(receipts).map(([opId, one]) => ({ opId: toOpId(opId), ...one }))),
    readStall: () => Promise.resolve(stall as never),
    readCustomer: (id) => Promise.resolve(id === 'luz-before' ? (luz as never) : null),
    lockVoucher: () => Promise.resolve(voucher as never),
    postSale: (...given) => (posted.push(given), Promise.resolve(paper)),
    postTopUp: (...given) => (posted.push(given), Promise.resolve({ kind: 'done' } as never)),
    ...tx,
  });
  const deps = {
    store: { inTransaction: (work: (of: SyncTransaction) => Promise<unknown>) => work(context.tx) },
    now: () => now,
    newId: () => 'new',
    issueLink: (given: unknown) => (linked.push(given), Promise.resolve({ urlCodeQr: 'u', expiresAt: null })),
  } as unknown as AssignDeps;
  const answer = await assignLoss(deps, actor, { id: 'line', to, note: 'Visto' });
  return { answer, written, posted, linked, verbs: written.map(({ verb }) => verb) };
}
const resolved = (missing: number, to: string, reason = line.reason) => ({
  verb: 'updateConflict',
  given: [
    'line',
    {
      state: 'resolved',
      reason,
      missing,
      resolution: { assignee: to, note: 'Visto', by: 'manager', at: now },
    },
  ],
});
const decision = (to: string, own: object = {}) => ({
  verb: 'writeDecision',
  given: [
    {
      kind: 'conflict-assigned',
      actor: manager,
      marketId,
      subject: { type: 'CONFLICT', id: 'line', name: expect.stringMatching(/^[0-9A-Z]{4}/) },
      before: { kind: 'sale', state: 'overspend', reason: 'SPENT_ELSEWHERE', price: 500, ...own },
      after: { to, note: 'Visto' },
      recordedAt: now,
    },
  ],
});
const account = (kind: string, ownerId: string, amount: number) => ({
  account: { kind, ownerId, marketId },
  amount,
});
const movement = (reference: string, legs: object[], own: object = {}) => ({
  verb: 'post',
  given: [
    {
      id: 'new',
      kind: 'assignment',
      reference,
      recordedBy: 'manager',
      recordedAt: now,
      legs,
      detail: null,
      ...own,
    },
  ],
});
const receipt = (opId: string, bodyHash: string, refusal: string | null, answer: object) => ({
  verb: 'insertReceipt',
  given: [{ opId, bodyHash, refusal, answer }, now],
});
const purchaseRefused = receipt('purchase', purchaseHash(asPurchase(line)), 'REVIEW_REJECTED', {});

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
    const legs = [account('overspend', marketId, 300), account('guarantee', marketId, -300)];
    expect(written).toEqual([
      movement('sale assigned', legs, { receipt: kept, points }),
      resolved(300, 'guarantee'),
      decision('guarantee'),
    ]);
  });

  it('goes to the customer under their current id', async () => {
    const { written } = await assign({ to: 'customer' });
    const legs = [account('overspend', marketId, 300), account('debt', 'luz', -300)];
    expect(written[0]).toMatchObject(movement('sale assigned', legs, { points }));
  });

  it('goes to the stall without points', async () => {
    const { written } = await assign({ to: 'stall' });
    const legs = [account('overspend', marketId, 300), account('stall', stallId, -300)];
    expect(written[0]).toEqual(
      movement('sale assigned', legs, { receipt: { ...kept, answer: { to: 'stall', note: 'Visto' } } }),
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
    const legs = [account('overspend', marketId, 300), account('guarantee', marketId, -300)];
    const kept = { bodyHash: 'b', answer: { to: 'guarantee', note: 'Visto' } };
    expect(written).toEqual([
      receipt('sale', 'b', null, { purchase: paper, missing: 300 }),
      purchaseRefused,
      { verb: 'blockVoucher', given: [voucherId, now] },
      movement('sale assigned', legs, {
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
    const legs = [account('stall', stallId, 500), account('guarantee', marketId, -500)];
    expect(written).toEqual([
      movement('purchase', legs),
      receipt('sale', 'b', null, { missing: 500 }),
      purchaseRefused,
      resolved(500, 'guarantee', reason),
      decision('guarantee', { state: 'review', reason }),
    ]);
  });

  it('is charged to its customer under their current id, and to no deleted one', async () => {
    const { written } = await assign({ to: 'customer', line: { ...aside, reason: 'BAD_PROOF' } });
    expect(written[0]?.given[0]).toMatchObject({ legs: [{}, account('debt', 'luz', -500)] });
    const tx = { readCustomer: () => Promise.resolve(null) };
    const refused = await assign({ to: 'customer', line: aside, tx });
    expect([refused.answer, refused.written, refused.posted]).toEqual([
      { ok: false, code: 'UNKNOWN_CUSTOMER' },
      [],
      [],
    ]);
  });
});

describe('a top-up that was set aside', () => {
  const topUp = { kind: 'top-up', state: 'review', reason: 'CUSTOMER_GONE', missing: 0 } as const;
  const noVoucher = { lockVoucher: () => Promise.resolve(null) };

  it('is made as it was, with its own link, when a bearer is named', async () => {
    const { answer, written, posted, linked } = await assign({ line: topUp, tx: noVoucher });
    expect([answer.ok, linked]).toEqual([true, [{ voucherId, ownerId: 'luz-before', marketId, face: 500 }]]);
    expect(posted).toEqual([
      [
        {
          op: 'sale',
          hash: 'b',
          voucher: voucherId,
          customer: 'luz-before',
          amount: 500,
          topUpPoint: stallId,
          recordedAt: now,
          urlCodeQr: 'u',
          expiresAt: null,
          isReviewed: true,
          passesCeiling: false,
        },
      ],
    ]);
    const before = { kind: 'top-up', state: 'review', reason: 'CUSTOMER_GONE' };
    expect(written).toEqual([resolved(0, 'guarantee', 'CUSTOMER_GONE'), decision('guarantee', before)]);
  });

  it('is not made when the point bears the loss', async () => {
    const { written, posted } = await assign({ to: 'stall', line: topUp, tx: noVoucher });
    expect(posted).toEqual([]);
    expect(written.slice(0, 2)).toEqual([
      receipt('sale', 'b', 'REVIEW_REJECTED', {}),
      resolved(0, 'stall', 'CUSTOMER_GONE'),
    ]);
  });

  it.each([
    [
      'for nobody who is there',
      'UNKNOWN_CUSTOMER',
      { ...noVoucher, readCustomer: () => Promise.resolve(null) },
    ],
    ['under a voucher that is there', 'VOUCHER_EXISTS', {}],
  ])('is not made %s', async (_what, code, tx) => {
    const { answer, written, posted } = await assign({ line: topUp, tx });
    expect([answer, written, posted]).toEqual([{ ok: false, code }, [], []]);
  });

  it('that its point has voided by a call closes its line, whatever is chosen', async () => {
    const receipts = { sale: { bodyHash: 'b', refusal: 'WITHDRAWN' as const, answer: {} } };
    for (const to of ['guarantee', 'stall'] as const) {
      const { answer, verbs, posted } = await assign({ to, line: topUp, tx: noVoucher, receipts });
      expect([answer, verbs, posted]).toEqual([{ ok: false, code: 'WRONG_STATE' }, ['updateConflict'], []]);
    }
  });

  it('leaves nothing written when it cannot be made after all', async () => {
    const postTopUp = () => Promise.resolve({ kind: 'refused', code: 'FORBIDDEN' } as never);
    await expect(assign({ line: topUp, tx: { ...noVoucher, postTopUp } })).rejects.toThrow('FORBIDDEN');
  });
});

import { describe, expect, it } from 'vitest';
import { toAmount, toOpId, toVoucherId } from '#src/contract/brands.ts';
import { purchaseHash } from '#src/server/ledger/receipts.ts';
import type { SaleConflict, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import {
  asPurchase,
  closeIfPaid,
  settlePurchase,
  settleWaiting,
} from '#src/server/sync/settlement/settle.ts';
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
const [voucherId, customerId] = [toVoucherId('24684521-0000-4000-8000-000000000000'), 'luz'];
const sale = {
  opId: toOpId('sale'),
  purchaseOpId: toOpId('purchase'),
  bodyHash: 'of-the-sale',
  deviceId: author.id,
  seq: 7,
  stallId,
  marketId,
  voucherId,
  customerId,
  price: toAmount(500),
  occurredAt: new Date(entryAt - 60_000),
  recordedAt: now,
  voucherCap: toAmount(200),
  deviceCap: toAmount(300),
};
const voucher = {
  id: voucherId,
  ownerId: customerId,
  personId: customerId,
  marketId,
  balance: 500,
  blocked: null,
};
const stall = { id: stallId, marketId, name: 'Rosalba' };
const purchaseReceipt = { bodyHash: purchaseHash(asPurchase(sale)), refusal: null, answer: paper };

type Given = {
  voucher?: object | null;
  receipts?: Record<string, object>;
  tx?: Partial<SyncTransaction>;
};
/**
 * A stall and a voucher of 500; the sale is posted by the test's ledger, with its shortfall in the receipt.
 */
function world({ voucher: own = {}, receipts = {}, tx = {} }: Given = {}) {
  const posted: unknown[] = [];
  const { context, written } = entryContext({
    lockVoucher: () => Promise.resolve(own && ({ ...voucher, ...own } as never)),
    ...receiptsIn(Object.entries(receipts).map(([opId, one]) => ({ opId: toOpId(opId), ...one }))),
    readStall: (id) => Promise.resolve(id === stallId ? (stall as never) : null),
    postDecidedPurchase: (...given) => {
      posted.push(given);
      const { price, taken, reason } = given[0];
      const missing = toAmount(price - taken);
      return Promise.resolve({
        ...paper,
        ...(missing > 0 ? { missing, reason: reason ?? 'BAD_PROOF' } : {}),
      });
    },
    ...tx,
  });
  return { ...context, posted, written };
}
const settle = async (given: Given = {}, own: Partial<typeof sale> = {}) => {
  const { deps, tx, posted, written } = world(given);
  return { settled: await settlePurchase(deps, tx, { ...sale, ...own }, now), posted, written };
};
const receiptWith = (purchase: object, missing: number, reason?: string) => ({
  verb: 'insertReceipt',
  given: [
    {
      opId: sale.opId,
      bodyHash: 'of-the-sale',
      refusal: null,
      answer: { purchase, missing, ...(reason === undefined ? {} : { reason }) },
    },
    now,
  ],
});
const line = (reason: string, missing: number) => {
  const { voucherCap: _of, deviceCap: _all, ...open } = sale;
  return {
    ...open,
    id: 'aaaaaaaa-0000-4000-8000-000000000101',
    kind: 'sale',
    state: 'overspend',
    reason,
    missing,
  };
};
const blocked = { verb: 'blockVoucher', given: [voucherId, now] };

describe('the settlement of an offline sale', () => {
  it('takes its whole price from a sufficient voucher, under the id and hash of its purchase', async () => {
    const { settled, posted, written } = await settle();
    expect(posted).toEqual([
      [
        {
          voucher,
          taken: 500,
          reason: null,
          op: 'purchase',
          hash: purchaseHash(asPurchase(sale)),
          actor: stallId,
          stall,
          price: 500,
        },
        now,
      ],
    ]);
    expect(written).toEqual([receiptWith(paper, 0)]);
    expect(settled).toEqual(written[0]?.given[0]);
    expect(asPurchase(sale)).toEqual({
      userId: customerId,
      estanteId: stallId,
      codeQrUuid: voucherId,
      price: 500,
    });
  });

  it.each([
    ['holds too little', { balance: 300 }, 'SPENT_ELSEWHERE', 300],
    [
      'holds too little and is blocked for it',
      { balance: 300, blocked: 'overspend' },
      'SPENT_ELSEWHERE',
      300,
    ],
    ['was blocked by a person', { balance: 500, blocked: 'person' }, 'VOUCHER_BLOCKED', 0],
  ] as const)(
    'pays in full a sale whose voucher %s; the rest is a line',
    async (_what, own, reason, taken) => {
      const missing = 500 - taken;
      const caps = { voucherCap: toAmount(missing), deviceCap: toAmount(missing) };
      const { settled, posted, written } = await settle({ voucher: own }, caps);
      expect(posted).toMatchObject([[{ taken, reason, price: 500 }, now]]);
      expect(written).toEqual([
        blocked,
        { verb: 'insertConflict', given: [line(reason, missing)] },
        receiptWith({ ...paper, missing, reason }, missing, reason),
      ]);
      expect(settled).toEqual(written[2]?.given[0]);
    },
  );

  it('keeps the line of a sale that waited', async () => {
    const findConflict = (opId: string) =>
      Promise.resolve(opId === sale.opId ? ({ id: 'known' } as never) : null);
    const { written } = await settle({ voucher: { balance: 400 }, tx: { findConflict } });
    expect(written.slice(0, 2)).toEqual([
      blocked,
      {
        verb: 'updateConflict',
        given: ['known', { state: 'overspend', reason: 'SPENT_ELSEWHERE', missing: 100, resolution: null }],
      },
    ]);
    expect(written).toHaveLength(3);
  });

  const other = toVoucherId('99999999-0000-4000-8000-000000000000');
  it.each([
    ['200 of its voucher, nothing before', 300, [], true],
    ['201 of its voucher', 299, [], false],
    ['100 of its voucher beside 100 before', 400, [{ voucherId, missing: 100 }], true],
    ['100 of its voucher beside 101 before', 400, [{ voucherId, missing: 101 }], false],
    ['100 beside 200 of another voucher', 400, [{ voucherId: other, missing: 200 }], true],
    ['100 beside 201 of another voucher', 400, [{ voucherId: other, missing: 201 }], false],
    ['nothing, whatever is open', 500, [{ voucherId, missing: 900 }], true],
  ] as const)('may leave a shortfall %s of its caps', async (_what, balance, open, isPaid) => {
    const readShortfall = (deviceId: string) =>
      Promise.resolve(deviceId === author.id ? ([...open] as never) : []);
    const { settled, posted, written } = await settle({ voucher: { balance }, tx: { readShortfall } });
    if (isPaid) expect([settled, posted.length]).toEqual([expect.objectContaining({ refusal: null }), 1]);
    else expect([settled, posted, written]).toEqual(['SHORTFALL_LIMIT', [], []]);
  });

  it('recognises its customer by an id from before a merge too', async () => {
    const merged = (id: string) => Promise.resolve(id === customerId ? ({ id: 'ana' } as never) : null);
    expect(
      (await settle({ voucher: { ownerId: 'before', personId: 'ana' }, tx: { readCustomer: merged } }))
        .posted,
    ).toHaveLength(1);
    for (const readCustomer of [merged, () => Promise.resolve(null)]) {
      const { settled, posted, written } = await settle({
        voucher: { ownerId: 'eva', personId: 'eva' },
        tx: { readCustomer },
      });
      expect([settled, posted, written]).toEqual(['BAD_PROOF', [], []]);
    }
  });

  it('pays a sale whose customer was deleted by the named voucher', async () => {
    expect((await settle()).posted).toHaveLength(1);
  });

  it('needs its voucher, and its stall', async () => {
    const { settled, posted, written } = await settle({ voucher: null });
    expect([settled, posted, written]).toEqual(['UNKNOWN_VOUCHER', [], []]);
    await expect(settle({}, { stallId: 'nobody' })).rejects.toThrow('sale sale names nobody');
  });

  it('does nothing once its stall has withdrawn the purchase', async () => {
    const receipts = { purchase: { ...purchaseReceipt, refusal: 'WITHDRAWN', answer: {} } };
    for (const own of [{}, null]) {
      const { settled, posted, written } = await settle({ voucher: own, receipts });
      expect([settled, posted, written]).toEqual(['JOURNAL_FORK', [], []]);
    }
  });

  it('pays once a sale that was paid meanwhile as a purchase, with or without a known voucher', async () => {
    const receipts = {
      purchase: { ...purchaseReceipt, answer: { ...paper, missing: 20, reason: 'BAD_PROOF' } },
    };
    for (const own of [{}, null]) {
      const { posted, written } = await settle({ voucher: own, receipts });
      const purchase = receipts.purchase.answer;
      expect([posted, written]).toEqual([[], [receiptWith(purchase, 20, 'BAD_PROOF')]]);
    }
  });

  it('pays under its id a sale whose purchase was refused, and that receipt stays', async () => {
    const receipts = { purchase: { ...purchaseReceipt, refusal: 'VOUCHER_SPENT', answer: {} } };
    expect((await settle({ receipts })).posted).toMatchObject([[{ op: 'purchase', hash: null }, now]]);
  });
});

const waiting = { ...line('UNKNOWN_VOUCHER', 0), id: 'w', state: 'waiting' } as unknown as SaleConflict;
const resolution = { assignee: null, note: '', by: null, at: now };
const closed = (one: SaleConflict) => ({
  verb: 'updateConflict',
  given: [one.id, { state: 'resolved', reason: one.reason, missing: 0, resolution }],
});

describe('sales that waited for their voucher', () => {
  const caps = { voucherCap: 200, deviceCap: 300 };
  const settleAll = async (given: Given = {}, lines = [waiting]) => {
    const { deps, tx, posted, written } = world({
      ...given,
      tx: {
        lockWaiting: (id) => Promise.resolve(id === voucherId ? lines : []),
        findAcceptance: (purchase) =>
          Promise.resolve(purchase === sale.purchaseOpId ? (caps as never) : null),
        ...given.tx,
      },
    });
    await settleWaiting(deps, tx, voucherId, now);
    return { posted, written };
  };

  it('are paid and their lines closed, one after the other', async () => {
    const second = { ...waiting, id: 'v', opId: toOpId('other') };
    const { posted, written } = await settleAll({}, [waiting, second]);
    expect(posted).toHaveLength(2);
    expect(written).toEqual([
      receiptWith(paper, 0),
      closed(waiting),
      { ...receiptWith(paper, 0), given: [expect.objectContaining({ opId: 'other' }), now] },
      closed(second),
    ]);
  });

  it("stay lines with a shortfall, within their device's caps", async () => {
    const known = { findConflict: () => Promise.resolve(waiting) };
    const { written } = await settleAll({ voucher: { balance: 300 }, tx: known });
    expect(written.map(({ verb }) => verb)).toEqual(['blockVoucher', 'updateConflict', 'insertReceipt']);
    expect(written[1]?.given).toMatchObject(['w', { state: 'overspend', missing: 200 }]);
  });

  it.each([
    ['is of somebody else', { voucher: { ownerId: 'eva', personId: 'eva' } }, 'BAD_PROOF'],
    ['leaves more than the caps uncovered', { voucher: { balance: 299 } }, 'SHORTFALL_LIMIT'],
    [
      'leaves anything uncovered of a sale that has no caps',
      { voucher: { balance: 499 }, tx: { findAcceptance: () => Promise.resolve(null) } },
      'SHORTFALL_LIMIT',
    ],
  ] as [string, Given, string][])('are for a person when the voucher %s', async (_what, given, reason) => {
    const { posted, written } = await settleAll(given);
    expect(posted).toEqual([]);
    expect(written).toEqual([
      { verb: 'updateConflict', given: ['w', { state: 'review', reason, missing: 0, resolution: null }] },
    ]);
  });

  it('keep waiting while there is no voucher', async () => {
    expect(await settleAll({ voucher: null })).toEqual({ posted: [], written: [] });
  });
});

describe('a line whose purchase was paid since', () => {
  const receipts = { purchase: purchaseReceipt };
  const close = async (own: object, given: Given = { receipts }) => {
    const { tx, written } = world(given);
    return { receipt: await closeIfPaid(tx, { ...waiting, ...own } as SaleConflict, now), written };
  };

  it.each(['waiting', 'review'])('is closed when it is %s, with its own receipt', async (state) => {
    const { receipt, written } = await close({ state });
    expect(written).toEqual([closed(waiting), receiptWith(paper, 0)]);
    expect(receipt).toEqual(written[1]?.given[0]);
  });

  it.each([
    ['an overspend, which has that receipt itself', { state: 'overspend' }, { receipts }],
    ['resolved', { state: 'resolved' }, { receipts }],
    ['of a top-up', { kind: 'top-up' }, { receipts }],
    ['not paid', {}, {}],
    ['refused', {}, { receipts: { purchase: { ...purchaseReceipt, refusal: 'VOUCHER_SPENT' } } }],
  ])('stays when it is %s', async (_what, own, given) => {
    expect(await close(own, given)).toEqual({ receipt: null, written: [] });
  });

  it('stays when its stall has withdrawn the purchase, which is then never paid', async () => {
    const given = { receipts: { purchase: { ...purchaseReceipt, refusal: 'WITHDRAWN' } } };
    expect(await close({}, given)).toEqual({ receipt: 'withdrawn', written: [] });
  });
});

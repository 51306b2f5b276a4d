import { describe, expect, it } from 'vitest';
import { shortCodeOf } from '#src/domain/voucher/short-code.ts';
import {
  assign,
  resolved,
  decision,
  receipt,
  newPaper,
  now,
  voucherId,
} from '#tests/support/device/assign-line.ts';
import { marketId, stallId } from '#tests/support/device/sync-entry.ts';

describe('a top-up that was set aside', () => {
  const topUp = { kind: 'top-up', state: 'review', reason: 'CUSTOMER_GONE', missing: 0 } as const;

  it('is made as it was, with its own link, when a bearer is named', async () => {
    const { answer, written, posted, linked } = await assign({ line: topUp });
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
        },
      ],
    ]);
    const before = { kind: 'top-up', state: 'review', reason: 'CUSTOMER_GONE' };
    expect(written).toEqual([resolved(0, 'guarantee', 'CUSTOMER_GONE'), decision('guarantee', before)]);
  });

  it('is not made when the point bears the loss', async () => {
    const { written, posted } = await assign({ to: 'stall', line: topUp });
    expect(posted).toEqual([]);
    expect(written.slice(0, 2)).toEqual([
      receipt('sale', 'b', 'REVIEW_REJECTED', {}),
      resolved(0, 'stall', 'CUSTOMER_GONE'),
    ]);
  });

  it('is not made for an unknown customer', async () => {
    const tx = { readCustomer: () => Promise.resolve(null) };
    const { answer, written, posted } = await assign({ line: topUp, tx });
    expect([answer, written, posted]).toEqual([{ ok: false, code: 'UNKNOWN_CUSTOMER' }, [], []]);
  });

  it('is made under a new voucher id when another top-up has taken its id', async () => {
    const taken = { isVoucherIdTaken: (id: string) => Promise.resolve(id === voucherId) };
    const { answer, written, posted, linked } = await assign({ line: topUp, tx: taken });
    expect(answer).toEqual({ ok: true, value: newPaper });
    expect(linked).toMatchObject([{ voucherId: 'new-voucher', ownerId: 'luz-before', face: 500 }]);
    expect(posted).toMatchObject([[{ op: 'sale', hash: 'b', voucher: 'new-voucher' }]]);
    expect(written[1]).toMatchObject({ given: [{ after: { shortCode: shortCodeOf(newPaper.uuid) } }] });
    expect((await assign({ line: topUp })).answer).toEqual({ ok: true, value: null });
  });

  it('is not made where its voucher was taken since the line was read', async () => {
    let times = 0;
    const taken = { isVoucherIdTaken: () => Promise.resolve((times += 1) > 1) };
    const { answer, written, posted } = await assign({ line: topUp, tx: taken });
    expect([answer, written, posted]).toEqual([{ ok: false, code: 'VOUCHER_EXISTS' }, [], []]);
  });

  it('that its point has voided by a call closes its line, whatever is chosen', async () => {
    const receipts = { sale: { bodyHash: 'b', refusal: 'WITHDRAWN' as const, answer: {} } };
    for (const to of ['guarantee', 'stall'] as const) {
      const { answer, verbs, posted } = await assign({ to, line: topUp, receipts });
      expect([answer, verbs, posted]).toEqual([{ ok: false, code: 'WRONG_STATE' }, ['updateConflict'], []]);
    }
  });

  it('leaves nothing written when it cannot be made after all', async () => {
    const postTopUp = () => Promise.resolve({ kind: 'refused', code: 'FORBIDDEN' } as never);
    await expect(assign({ line: topUp, tx: { postTopUp } })).rejects.toThrow('FORBIDDEN');
  });
});

import { describe, expect, it } from 'vitest';
import { toAmount } from '#src/protocol/brands.ts';
import {
  type Contact,
  heard,
  newDevice,
  paying,
  registrationOf,
  rowOf,
  purchaseOf,
} from '#tests/support/device/sync-contact.ts';
import { entryAt, paidPaper } from '#tests/support/device/sync-entry.ts';

const now = new Date(entryAt);
const uuid = paidPaper.codeQrUuid;

describe('vouchers reported to a device', () => {
  const told = async (answer: object, given: Contact = {}) => {
    const device = given.device ?? newDevice();
    const entries = [purchaseOf(device), purchaseOf(device)];
    const { device: of, writes } = await heard(entries, {
      ...given,
      device,
      tx: { ...paying(answer), ...given.tx },
    });
    return { id: of.id, told: writes('recordExhaustedNotice') };
  };
  const refused = (code: string) => ({ kind: 'refused', code, replayed: false });

  it.each(['SPENT', 'BLOCKED', 'EXPIRED', 'VOIDED', 'REFUNDED', 'JOINED'])(
    'are recorded as exhausted, %s',
    async (state) => {
      const { id, told: noted } = await told(refused(`VOUCHER_${state}`));
      expect(noted).toEqual([[id, [uuid], 2, now]]);
    },
  );

  it('are recorded when a sale took more than the balance', async () => {
    const receipt = { ...paidPaper, missing: toAmount(3), reason: 'SPENT_ELSEWHERE' };
    expect((await told({ kind: 'done', receipt, replayed: false })).told).toHaveLength(1);
  });

  it('are not recorded for a paid sale, or one refused for another reason', async () => {
    expect((await told({ kind: 'done', receipt: paidPaper, replayed: false })).told).toEqual([]);
    expect((await told(refused('INSUFFICIENT_BALANCE'))).told).toEqual([]);
  });

  it("are not recorded for another device's results, nor for registrations", async () => {
    const [device, other] = [newDevice(), newDevice()];
    const entries = [purchaseOf(other), registrationOf(device)];
    const { writes } = await heard(entries, {
      device,
      devices: [rowOf(other)],
      tx: { ...paying(refused('VOUCHER_SPENT')), readCustomer: () => Promise.resolve(null) },
    });
    expect(writes('recordExhaustedNotice')).toEqual([]);
  });
});

describe('the response to a contact', () => {
  it('requests missing and unanswered operations, in order, fifty at most', async () => {
    const head = { ackSeq: 9, headHash: 'h', gaps: [[2, 3]], awaiting: [5, 1] } as const;
    const journal = (lastSeq: number) => ({ lastSeq, headHash: 'h', openCount: 0, openSum: 0 });
    const few = await heard([], { own: { head }, change: { journal: journal(11) } });
    expect(few.enrolled.missing).toEqual([1, 2, 3, 5, 10, 11]);
    const many = await heard([], { own: { head }, change: { journal: journal(200) } });
    expect(many.enrolled.missing).toHaveLength(50);
    expect(many.enrolled.missing.slice(0, 5)).toEqual([1, 2, 3, 5, 10]);
  });
});

describe('numbers that a device owes', () => {
  const gaps = [
    [2, 4],
    [7, 7],
  ] as const;
  const owing = { head: { ackSeq: 9, headHash: 'h', gaps, awaiting: [] } };
  const gap = (deviceId: string, seq: number) => ({ deviceId, kind: 'gap', seq, opId: '', noticedAt: now });

  it("are none when it sends them now, counted for each author's gaps only", async () => {
    const [device, other] = [newDevice(), newDevice()];
    device.seq = 1;
    const [two, three] = [registrationOf(device), registrationOf(device)];
    device.seq = 6;
    const seven = registrationOf(device);
    const theirs = [registrationOf(other), registrationOf(other)];
    const { writes, asked } = await heard([two, three, seven, ...theirs], {
      device,
      own: owing,
      devices: [rowOf(other, owing)],
    });
    const gapsOf = writes('insertIncidents')
      .flatMap(([incidents]) => incidents as { kind: string }[])
      .filter(({ kind }) => kind === 'gap');
    const byId = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
    expect(gapsOf.toSorted(byId)).toEqual(
      [gap(device.id, 4), gap(other.id, 3), gap(other.id, 7)].toSorted(byId),
    );
    expect(asked('readDevices').at(-1)).toEqual([[device.id, other.id].sort()]);
  });

  it('are none while it redelivers operations lost in a restore', async () => {
    const isExpected = (epoch: number) => Promise.resolve(epoch === 5);
    const { device, writes, asked } = await heard([], { own: owing, tx: { isExpected } });
    expect(writes('insertIncidents')).toEqual([]);
    // Once for its report, and once for its gaps.
    expect(asked('isExpected')).toEqual([
      [5, device.id],
      [5, device.id],
    ]);
    expect((await heard([])).asked('isExpected'), 'without a gap only its report asks').toHaveLength(1);
  });
});

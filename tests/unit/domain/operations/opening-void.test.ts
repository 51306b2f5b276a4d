import { describe, expect, it } from 'vitest';
import {
  decideCustomerVoid,
  decideStallVoid,
  type CustomerToTake,
  type OpeningVoucher,
  type StallToTake,
} from '#src/domain/operations/opening-void.ts';

const gone = { voids: true, stays: null };

describe("a stall's opening", () => {
  const decide = (own: Partial<StallToTake> = {}) =>
    decideStallVoid({
      isNew: true,
      opening: 500,
      imported: 500,
      owed: 500,
      held: 0,
      hasSold: false,
      hasSignedIn: false,
      isPaid: false,
      ...own,
    });
  const kept = (stays: string) => ({ voids: false, stays });

  it('is voided with an untouched stall', () => {
    expect(decide()).toEqual(gone);
    expect(decide({ opening: null, imported: 0, owed: 0 })).toEqual({ voids: false, stays: null });
  });

  it('stays when a new stall sold, signed in, was paid, or has another balance', () => {
    expect(decide({ hasSold: true, hasSignedIn: true })).toEqual(kept('sold'));
    expect(decide({ hasSignedIn: true })).toEqual(kept('signed-in'));
    expect(decide({ owed: 499, isPaid: true })).toEqual(kept('paid'));
    for (const owed of [499, 501]) expect(decide({ owed })).toEqual(kept('has-more'));
  });

  it('is voided for an older stall while all of it is still owed and not held', () => {
    const old = { isNew: false, hasSold: true, hasSignedIn: true };
    expect(decide({ ...old, owed: 700, held: 200 })).toEqual(gone);
    expect(decide({ ...old, owed: 700, held: 201 })).toEqual(kept('paid'));
    expect(decide({ ...old, owed: 700, isPaid: true })).toEqual(kept('paid'));
    expect(decide({ ...old, opening: null })).toEqual({ voids: false, stays: null });
  });
});

describe("a customer's opening", () => {
  const voucher = { balance: 500, isClosed: false, isBlocked: false, isPromised: false };
  const decide = (own: Partial<OpeningVoucher> | null, customer: Partial<CustomerToTake> = {}) =>
    decideCustomerVoid({
      isNew: true,
      opening: { amount: 500, voucher: own && { ...voucher, ...own } },
      hasMore: false,
      isEdited: false,
      ...customer,
    });

  it('is voided while its voucher is untouched', () => {
    expect(decide({})).toEqual(gone);
    expect(decide({}, { opening: null })).toEqual({ voids: false, stays: null });
  });

  it('stays when its voucher was used, closed, blocked, or is promised to a sale in review', () => {
    const spent = { voids: false, stays: 'spent' };
    for (const own of [{ balance: 499 }, { balance: 501 }, { isClosed: true }, { isBlocked: true }, null])
      expect(decide(own)).toEqual(spent);
    expect(decide({ isPromised: true })).toEqual({ voids: false, stays: 'in-review' });
  });

  it('is voided although its customer, who has more or was edited, stays', () => {
    expect(decide({}, { hasMore: true, isEdited: true })).toEqual({ voids: true, stays: 'has-more' });
    expect(decide({}, { isEdited: true })).toEqual({ voids: true, stays: 'edited' });
    expect(decide({}, { isNew: false, hasMore: true })).toEqual(gone);
  });
});

import { describe, expect, it } from 'vitest';
import {
  decideKioskTopUp,
  decideTopUp,
  type TopUpEntry,
  type TopUpFacts,
} from '#src/operations/top-up/rule.ts';
import { trustedEntry } from '#tests/support/market/trusted-entry.ts';

const max = 2_000;
const facts: TopUpFacts = {
  max,
  customer: 'active',
  point: 'active',
  isVoucherTaken: false,
  isApproved: false,
  till: null,
};
const kiosk: TopUpEntry = {
  ...trustedEntry,
  isForeignPoint: false,
  isCustomerTaken: false,
  unsigned: { each: 500, inAll: 900 },
};
const signedIn: TopUpEntry = { ...kiosk, unsigned: null };

const decide = (amount: number, own: Partial<TopUpFacts> = {}, entry: TopUpEntry | null = null) =>
  entry
    ? decideKioskTopUp({ amount }, { ...facts, ...own }, entry)
    : decideTopUp({ amount }, { ...facts, ...own });
const post = (unsignedMost: number | null = null) => ({ kind: 'post', plan: { unsignedMost } });
const refused = (code: string) =>
  expect.objectContaining({ kind: code === 'FORBIDDEN' ? 'wait' : 'refuse', code });
const review = (reason: string) => ({ kind: 'review', reason });

describe('a top-up by a call', () => {
  it('is posted up to the maximum, and named in the refusal beyond it', () => {
    expect(decide(max)).toEqual(post());
    expect(decide(max + 1)).toEqual({ kind: 'refuse', code: 'AMOUNT_TOO_LARGE', left: max });
  });

  it.each([
    [{ customer: 'unknown' }, 'UNKNOWN_CUSTOMER'],
    [{ customer: 'deleted' }, 'UNKNOWN_CUSTOMER'],
    [{ point: 'unknown' }, 'FORBIDDEN'],
    [{ point: 'inactive' }, 'FORBIDDEN'],
    [{ isVoucherTaken: true }, 'VOUCHER_EXISTS'],
    [{ customer: 'unknown', point: 'unknown', isVoucherTaken: true }, 'UNKNOWN_CUSTOMER'],
    [{ point: 'inactive', isVoucherTaken: true }, 'FORBIDDEN'],
  ] as const)('with %o is refused: %s', (own, code) => {
    expect(decide(1, own)).toEqual(refused(code));
  });
});

describe('a top-up approved by a person', () => {
  it("is posted whatever its amount, its point's state, a full till and a deleted customer", () => {
    const till = { cash: 5_000, ceiling: 5_000 } as const;
    const own = { customer: 'deleted', point: 'inactive', isApproved: true, till } as const;
    expect(decide(max + 1, own)).toEqual(post());
  });

  it.each([
    [{ customer: 'unknown' }, 'UNKNOWN_CUSTOMER'],
    [{ point: 'unknown' }, 'FORBIDDEN'],
    [{ isVoucherTaken: true }, 'VOUCHER_EXISTS'],
  ] as const)('with %o is refused all the same: %s', (own, code) => {
    expect(decide(1, { ...own, isApproved: true })).toEqual(refused(code));
  });
});

describe("a top-up in a kiosk's journal", () => {
  it('is reviewed when a call would be refused, because the cash was taken', () => {
    expect(decide(max + 1, {}, signedIn)).toEqual(review('BEYOND_LIMITS'));
    expect(decide(1, { customer: 'unknown' }, signedIn)).toEqual(review('CUSTOMER_GONE'));
    expect(decide(1, { customer: 'deleted' }, signedIn)).toEqual(review('CUSTOMER_GONE'));
    expect(decide(1, { point: 'inactive' }, signedIn)).toEqual(review('OPERATOR_INACTIVE'));
    expect(decide(max, {}, signedIn)).toEqual(post());
  });

  it('is reviewed under the id of an existing voucher: another point may have seen its paper', () => {
    expect(decide(1, { isVoucherTaken: true }, signedIn)).toEqual(review('ID_TAKEN'));
    const proven = { ...signedIn, isProven: true };
    expect(decide(1, { isVoucherTaken: true, isApproved: true }, proven)).toEqual(review('ID_TAKEN'));
  });

  it("is reviewed when its customer's id names another person, and so is a proven one", () => {
    const own = { ...signedIn, isCustomerTaken: true };
    expect(decide(1, {}, own)).toEqual(review('ID_TAKEN'));
    expect(decide(1, { isApproved: true }, { ...own, isProven: true })).toEqual(review('ID_TAKEN'));
    expect(decide(1, {}, { ...own, isRevoked: true })).toEqual(review('DEVICE_REVOKED'));
  });

  it("is subject to a kiosk's limits while no person is signed in on it", () => {
    expect(decide(500, {}, kiosk)).toEqual(post(900));
    expect(decide(501, {}, kiosk)).toEqual(review('BEYOND_LIMITS'));
    expect(decide(501, { isVoucherTaken: true }, kiosk)).toEqual(review('ID_TAKEN'));
    expect(decide(501, {}, signedIn)).toEqual(post());
  });

  it("waits for its point, and is refused to another market's point", () => {
    const wait = { kind: 'wait', code: 'FORBIDDEN' };
    expect(decide(1, { point: 'unknown' }, { ...kiosk, isRevoked: true })).toEqual(wait);
    expect(decide(1, {}, { ...kiosk, isForeignPoint: true, isRevoked: true })).toEqual({
      kind: 'refuse',
      code: 'FORBIDDEN',
    });
  });

  it("proved by this server's seal is posted despite any objection", () => {
    const proven = { ...kiosk, isProven: true, isRevoked: true, isFork: true, isForeignPoint: true };
    const own = { customer: 'deleted', point: 'inactive', isApproved: true } as const;
    expect(decide(max + 1, own, proven)).toEqual(post());
    expect(decide(1, { ...own, point: 'unknown' }, proven)).toMatchObject({ kind: 'wait' });
  });
});

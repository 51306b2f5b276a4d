import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideOfflinePurchase,
  decideSettlement,
  defaultOfflineLimits,
  type OfflinePurchaseClaim,
  type OfflinePurchaseFacts,
  type SettledVoucher,
  type SettlementFacts,
} from '#src/operations/acceptance/rule.ts';
import type { JournalFacts } from '#src/operations/doubt.ts';
import { toAmount } from '#src/protocol/brands.ts';
import { trustedEntry } from '#tests/support/market/trusted-entry.ts';

const minute = 60_000;
const slack = 5 * minute;
const at = Date.parse('2026-11-21T12:00:00Z');
const limits = { ...defaultOfflineLimits, perVoucher: toAmount(50_000), perDevice: toAmount(120_000) };
const proof = {
  face: 40_000,
  offlineCap: 0,
  issuedAt: at - 20 * minute,
  by: 'server' as const,
  endsAt: null,
  isForeign: false,
};
const claim: OfflinePurchaseClaim = {
  price: toAmount(500),
  knownBalance: toAmount(40_000),
  snapshotAsOf: at - 30 * minute,
  spentHere: toAmount(0),
  deviceOpen: toAmount(0),
  limitsVersion: 1,
  occurredAt: at,
};
const facts: OfflinePurchaseFacts = {
  now: at,
  proof,
  limits,
  newerLimits: null,
  open: { onVoucher: 0, onDevice: 0 },
  list: 'handed',
  wasRestored: false,
  notBefore: at - 60 * minute,
  mostSinceList: 40_000,
  personBlockedAt: null,
  isTold: false,
  versionAtList: 1,
  versionAtContact: 1,
};

type Case = { claim?: object; facts?: object; proof?: object; entry?: Partial<JournalFacts> };
const decide = (one: Case = {}) =>
  decideOfflinePurchase(
    { ...claim, ...one.claim },
    { ...facts, proof: { ...proof, ...one.proof }, ...one.facts },
    { ...trustedEntry, ...one.entry },
  );
const reasonOf = (one: Case) => {
  const decided = decide(one);
  return decided.kind === 'review' ? decided.reason : null;
};

describe('an offline sale on arrival', () => {
  it('needs no decision when all of it is true, with a shortfall up to the caps', () => {
    expect(decide()).toEqual({ kind: 'post', plan: { voucherCap: 40_000, deviceCap: 120_000 } });
  });

  it.each([
    [{ entry: { isRevoked: true } }, 'DEVICE_REVOKED'],
    [{ entry: { isRevoked: true }, facts: { proof: null } }, 'BAD_PROOF'],
    [{ proof: { endsAt: at - slack } }, 'BAD_PROOF'],
    [{ proof: { endsAt: at - slack + 1 } }, null],
    [{ facts: { limits: null } }, 'BEYOND_LIMITS'],
    [{ facts: { open: { onVoucher: 49_500, onDevice: 49_500 } }, claim: { knownBalance: 40_000 } }, null],
    [{ facts: { open: { onVoucher: 49_501, onDevice: 49_501 } } }, 'BEYOND_LIMITS'],
    [{ facts: { open: { onVoucher: 0, onDevice: 119_500 } } }, null],
    [{ facts: { open: { onVoucher: 0, onDevice: 119_501 } } }, 'BEYOND_LIMITS'],
    [{ claim: { deviceOpen: 119_501 } }, 'BEYOND_LIMITS'],
    [{ claim: { snapshotAsOf: 0 } }, 'BEYOND_LIMITS'],
    [{ facts: { list: 'unknown' } }, 'CLAIM_UNTRUE'],
    [{ facts: { notBefore: at + slack } }, null],
    [{ facts: { notBefore: at + slack + 1 } }, 'TIME_IMPLAUSIBLE'],
    [{ facts: { now: at - slack } }, null],
    [{ facts: { now: at - slack - 1 } }, 'TIME_IMPLAUSIBLE'],
    [{ facts: { personBlockedAt: at - 30 * minute } }, 'VOUCHER_BLOCKED'],
    [{ facts: { personBlockedAt: at - 30 * minute + 1 } }, null],
    [{ facts: { isTold: true } }, 'TOLD_SPENT'],
    [{ facts: { mostSinceList: 39_999 } }, 'CLAIM_UNTRUE'],
    [{ facts: { mostSinceList: null } }, 'CLAIM_UNTRUE'],
    [{ facts: { mostSinceList: null, list: 'before-restore', wasRestored: true } }, null],
    // Its list is newer than the restore, and an older answer named the voucher.
    [{ facts: { mostSinceList: null, wasRestored: true } }, null],
    [{ facts: { mostSinceList: 39_999, list: 'before-restore' } }, 'CLAIM_UNTRUE'],
    [{ claim: { knownBalance: null }, facts: { mostSinceList: null } }, null],
    [{ claim: { knownBalance: null, spentHere: 39_500 }, facts: { mostSinceList: 39_999 } }, 'CLAIM_UNTRUE'],
    [{ claim: { spentHere: 39_500 } }, null],
    [
      { claim: { occurredAt: at + 72 * 60 * minute - 25 * minute }, facts: { now: at + 80 * 60 * minute } },
      null,
    ],
    [
      { claim: { occurredAt: at + 72 * 60 * minute }, facts: { now: at + 80 * 60 * minute } },
      'BEYOND_LIMITS',
    ],
    [{ facts: { versionAtList: 2 } }, 'BEYOND_LIMITS'],
    [{ facts: { versionAtContact: 2, newerLimits: limits } }, null],
    [{ facts: { versionAtContact: 2, newerLimits: { ...limits, perVoucher: 0 } } }, 'BEYOND_LIMITS'],
    [{ facts: { versionAtContact: 2, newerLimits: { ...limits, perDevice: 0 } } }, 'BEYOND_LIMITS'],
    [{ facts: { versionAtContact: 2 } }, 'BEYOND_LIMITS'],
  ] as [Case, string | null][])('with %o results in %s', (one, reason) => {
    expect(reasonOf(one)).toBe(reason);
  });

  it("on another market's unknown voucher is capped by the market's limit for such", () => {
    const stranger = (foreignVoucher: number): Case => ({
      claim: { knownBalance: null, price: 4_000 },
      proof: { isForeign: true },
      facts: { mostSinceList: null, limits: { ...limits, foreignVoucher } },
    });
    expect(reasonOf(stranger(3_999))).toBe('BEYOND_LIMITS');
    expect(decide(stranger(4_000))).toMatchObject({ plan: { voucherCap: 4_000 } });
    // An unknown one of its market is not.
    const own = stranger(4_000);
    expect(decide({ ...own, proof: { isForeign: false } })).toMatchObject({ plan: { voucherCap: 40_000 } });
    // The last known balance caps a voucher too.
    expect(decide({ claim: { knownBalance: 9_000 } })).toMatchObject({ plan: { voucherCap: 9_000 } });
    // No list of its market names what others spent, so it may have been empty before (seed 1136073403).
    const spent = { facts: { ...stranger(4_000).facts, mostSinceList: 0 } };
    expect(decide({ ...stranger(4_000), ...spent })).toMatchObject({ plan: { voucherCap: 4_000 } });
    expect(reasonOf({ ...own, proof: { isForeign: false }, ...spent })).toBe('CLAIM_UNTRUE');
    // A listed one is ordinary.
    expect(decide({ proof: { isForeign: true } })).toMatchObject({ plan: { voucherCap: 40_000 } });
    expect(reasonOf({ proof: { isForeign: true }, facts: { mostSinceList: 0 } })).toBe('CLAIM_UNTRUE');
  });
});

const voucher: SettledVoucher = { balance: 500, blocked: null, isOwn: true };
const settling: SettlementFacts = {
  voucher,
  purchase: 'open',
  caps: { voucherCap: 200, deviceCap: 300 },
  creditLeft: null,
  shortfall: { onVoucher: 0, onDevice: 0 },
};
const settle = (own: Partial<SettledVoucher> = {}, more: Partial<SettlementFacts> = {}) =>
  decideSettlement({ price: 500 }, { ...settling, voucher: { ...voucher, ...own }, ...more });

describe('the settlement of an offline sale', () => {
  it("is reviewed when the voucher's market would exceed its credit by the voucher's payment", () => {
    expect(settle({}, { creditLeft: 499 })).toEqual({ kind: 'review', reason: 'CLEARING_LIMIT' });
    expect(settle({}, { creditLeft: 500 }).kind).toBe('post');
    expect(settle({ balance: 400 }, { creditLeft: 400 }).kind).toBe('post');
  });

  it('takes the whole price from a voucher that has it, whatever its device has open', () => {
    const shortfall = { onVoucher: 900, onDevice: 900 };
    expect(settle({}, { shortfall })).toEqual({ kind: 'post', plan: { taken: 500, reason: null } });
  });

  it('waits for its voucher, and is reviewed for another customer\u2019s, a reused id or a withdrawn purchase', () => {
    expect(settle({}, { voucher: null })).toEqual({ kind: 'wait', code: 'UNKNOWN_VOUCHER' });
    expect(settle({ isOwn: false })).toEqual({ kind: 'review', reason: 'BAD_PROOF' });
    for (const purchase of ['reused', 'withdrawn'] as const)
      expect(settle({}, { voucher: null, purchase })).toEqual({ kind: 'review', reason: 'JOURNAL_FORK' });
  });

  it.each([
    [{ balance: 300 }, 'SPENT_ELSEWHERE', 300],
    [{ balance: 300, blocked: 'overspend' }, 'SPENT_ELSEWHERE', 300],
    [{ balance: 500, blocked: 'person' }, 'VOUCHER_BLOCKED', 0],
    [{ balance: 0, blocked: 'person', closedAs: 'voided' }, 'CASH_RETURNED', 0],
    [{ balance: 0, blocked: 'person', closedAs: 'refunded' }, 'CASH_RETURNED', 0],
    [{ balance: 0, blocked: 'person', closedAs: 'joined' }, 'VOUCHER_BLOCKED', 0],
  ] as const)('names the reason when the voucher is %o: %s', (own, reason, taken) => {
    const caps = { voucherCap: 500, deviceCap: 500 };
    expect(settle(own, { caps })).toEqual({ kind: 'post', plan: { taken, reason } });
  });

  it('is reviewed beyond the shortfall allowed, of its voucher and of its device', () => {
    const kindOf = (balance: number, onVoucher: number, onDevice: number) => {
      const decided = settle({ balance }, { shortfall: { onVoucher, onDevice } });
      return decided.kind === 'review' ? decided.reason : decided.kind;
    };
    expect(kindOf(300, 0, 0)).toBe('post');
    expect(kindOf(299, 0, 0)).toBe('SHORTFALL_LIMIT');
    expect(kindOf(400, 100, 100)).toBe('post');
    expect(kindOf(400, 101, 101)).toBe('SHORTFALL_LIMIT');
    expect(kindOf(400, 0, 200)).toBe('post');
    expect(kindOf(400, 0, 201)).toBe('SHORTFALL_LIMIT');
  });

  it('never leaves a larger shortfall than its caps allow, and never takes more than the balance', () => {
    const amount = fc.nat(1_000);
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (price, balance, voucherCap, deviceCap, open) => {
        const shortfall = { onVoucher: open, onDevice: open };
        const decided = decideSettlement(
          { price },
          { ...settling, voucher: { ...voucher, balance }, caps: { voucherCap, deviceCap }, shortfall },
        );
        if (decided.kind !== 'post') return;
        const missing = price - decided.plan.taken;
        expect(decided.plan.taken).toBeLessThanOrEqual(Math.min(balance, price));
        if (missing > 0) expect(missing + open).toBeLessThanOrEqual(Math.min(voucherCap, deviceCap));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultOfflineLimits } from '#src/operations/acceptance/rule.ts';
import { decideTopUpIssue, type TopUpIssueFacts } from '#src/protocol/acceptance.ts';
import { toAmount } from '#src/protocol/brands.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const good: TopUpIssueFacts = {
  monto: 20_000,
  certificate: { notAfter: now + 86_400_000, maxVoucher: 100_000 },
  issuedHere: 0,
  limits: { ...defaultOfflineLimits, kioskVoucher: toAmount(80_000), kioskTotal: toAmount(150_000) },
  tillRoom: null,
  now,
  latestSeen: now,
};
const decide = (change: Partial<TopUpIssueFacts>) => decideTopUpIssue({ ...good, ...change });

describe('a kiosk that issues a voucher offline', () => {
  it('stays within its limits', () => {
    expect(decideTopUpIssue(good)).toEqual({ issue: true });
  });

  it("stays within its point's ceiling, as last reported", () => {
    expect(decide({ tillRoom: 20_000 })).toEqual({ issue: true });
    expect(decide({ tillRoom: 19_999 })).toEqual({ issue: false, reason: 'TILL_FULL', most: 19_999 });
    expect(decide({ tillRoom: 10, monto: 80_001 })).toMatchObject({
      reason: 'KIOSK_VOUCHER_LIMIT',
      most: 10,
    });
  });

  it.each([
    ['without a certificate', { certificate: null }, 'NO_CERTIFICATE', 0],
    ['with a clock behind what it has seen', { now: now - 1 }, 'CLOCK_BEHIND', 0],
    [
      'in the moment the certificate ends',
      { certificate: { notAfter: now, maxVoucher: 1e6 } },
      'CERTIFICATE_OVER',
      0,
    ],
    ["above the market's limit of a voucher", { monto: 80_001 }, 'KIOSK_VOUCHER_LIMIT', 80_000],
    [
      'above its certificate',
      { monto: 60_001, certificate: { notAfter: now + 1, maxVoucher: 60_000 } },
      'KIOSK_VOUCHER_LIMIT',
      60_000,
    ],
    [
      'above what it may hand out in all',
      { monto: 20_001, issuedHere: 130_000 },
      'KIOSK_TOTAL_LIMIT',
      20_000,
    ],
    ['once it has handed out more than it may', { issuedHere: 150_001 }, 'KIOSK_TOTAL_LIMIT', 0],
  ] as const)('refuses %s', (_when, change, reason, most) => {
    expect(decide(change)).toEqual({ issue: false, reason, most });
  });

  it('issues at the last moment of its certificate, for the whole limit, and to the last unit of its total', () => {
    expect(decide({ certificate: { notAfter: now + 1, maxVoucher: 1e6 } })).toEqual({ issue: true });
    expect(decide({ monto: 80_000 })).toEqual({ issue: true });
    expect(decide({ monto: 20_000, issuedHere: 130_000 })).toEqual({ issue: true });
  });

  it('names the largest amount it would issue, and issues exactly up to that', () => {
    const amount = fc.integer({ min: 1, max: 300_000 });
    fc.assert(
      fc.property(amount, amount, fc.nat(200_000), (monto, maxVoucher, issuedHere) => {
        const facts = { monto, issuedHere, certificate: { notAfter: now + 1, maxVoucher } };
        const decision = decide(facts);
        if (decision.issue || decision.most === 0) return;
        expect(decide({ ...facts, monto: decision.most })).toEqual({ issue: true });
        expect(decide({ ...facts, monto: decision.most + 1 }).issue).toBe(false);
      }),
    );
  });
});

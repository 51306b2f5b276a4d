import '#tests/support/browser/browser-globals.ts';
import { describe, expect, it } from 'vitest';
import { faultOf, type ScannedPurchase } from '#src/client/screens/scan/use-voucher-lookup.ts';
import { scannedVoucher } from '#tests/support/market/scanned-voucher.ts';

type Known = Extract<ScannedPurchase, { kind: 'known' }>;
type Seen = Extract<ScannedPurchase, { kind: 'seen' }>;

const withoutLink = (refusal: Known['view']['refusal'], isFromElsewhere = false) =>
  scannedVoucher({ refusal, isFromElsewhere });

function withLink(state: string, blockedBecause?: string): ScannedPurchase {
  const { voucherId, ownerId, proof } = scannedVoucher();
  return { voucherId, ownerId, proof, kind: 'seen', voucher: { state, blockedBecause } as Seen['voucher'] };
}

describe('a voucher that must not be accepted', () => {
  it.each([
    ['BAD_SIGNATURE', 'FORGED'],
    ['MALFORMED', 'FORGED'],
    ['BEYOND_CERTIFICATE', 'FORGED'],
    ['SPENT_OR_BLOCKED', 'SPENT_OR_BLOCKED'],
    ['EXPIRED', 'EXPIRED'],
    ['DEVICE_REVOKED', 'POINT_REMOVED'],
  ] as const)('offline: %s is %s', (refusal, fault) => expect(faultOf(withoutLink(refusal))).toBe(fault));

  it.each(['BAD_SIGNATURE', 'UNKNOWN_KEY', 'BEYOND_CERTIFICATE'] as const)(
    'offline: %s by the link of another city is not called forged',
    (refusal) => expect(faultOf(withoutLink(refusal, true))).toBe('OTHER_CITY'),
  );

  it('offline: a spent voucher stays spent, whatever its link says', () =>
    expect(faultOf(withoutLink('SPENT_OR_BLOCKED', true))).toBe('SPENT_OR_BLOCKED'));

  it.each([
    'NO_LIST',
    'LIST_TOO_OLD',
    'NOT_IN_LIST',
    'UNKNOWN_KEY',
    'NO_PROOF',
    'VOUCHER_LIMIT',
    null,
  ] as const)('offline: %s may be valid, and needs the server', (refusal) =>
    expect(faultOf(withoutLink(refusal))).toBeNull(),
  );

  it('online: follows the state that the server shows', () => {
    expect(faultOf(withLink('ACTIVE'))).toBeNull();
    expect(faultOf(withLink('SPENT'))).toBe('SPENT');
    expect(faultOf(withLink('EXPIRED'))).toBe('EXPIRED');
    expect(faultOf(withLink('BLOCKED', 'person'))).toBe('BLOCKED');
    expect(faultOf(withLink('BLOCKED', 'overspend'))).toBe('BLOCKED_OVERSPEND');
  });
});

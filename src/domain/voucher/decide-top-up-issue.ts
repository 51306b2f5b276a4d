import type { Pesos } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';

/**
 * A kiosk's knowledge when it issues a voucher offline. Amounts in the smallest unit shown, times in ms since
 * 1970.
 */
export type TopUpIssueFacts = {
  monto: Pesos;
  /** Its own certificate as published by the server, or null. */
  certificate: { notAfter: number; maxVoucher: Pesos } | null;
  /** Total of top-ups issued here that the server does not know yet. */
  issuedHere: Pesos;
  limits: OfflineLimits;
  /**
   * Amount that the point may still take before it must hand over, as last known, less unsent
   * operations; null when unknown.
   */
  tillRoom: Pesos | null;
  /** The device's clock corrected by the server's. */
  now: number;
  /** The latest moment that this device has seen, on the same corrected clock. */
  latestSeen: number;
};

export type TopUpIssueRefusal =
  | 'NO_CERTIFICATE'
  | 'CERTIFICATE_OVER'
  | 'CLOCK_BEHIND'
  | 'KIOSK_VOUCHER_LIMIT'
  | 'KIOSK_TOTAL_LIMIT'
  | 'TILL_FULL';

export type TopUpIssueDecision = { issue: true } | { issue: false; reason: TopUpIssueRefusal; most: Pesos };

/** Decides whether a kiosk may issue a voucher offline. A refusal carries the largest amount that it could issue. */
export function decideTopUpIssue(facts: TopUpIssueFacts): TopUpIssueDecision {
  const { monto, certificate, issuedHere, limits, now } = facts;
  const room = facts.tillRoom ?? Number.POSITIVE_INFINITY;
  const refuse = (reason: TopUpIssueRefusal, most = 0): TopUpIssueDecision => ({
    issue: false,
    reason,
    most: Math.max(0, most),
  });
  if (!certificate) return refuse('NO_CERTIFICATE');
  if (now < facts.latestSeen) return refuse('CLOCK_BEHIND');
  if (certificate.notAfter <= now) return refuse('CERTIFICATE_OVER');
  const each = Math.min(limits.kioskVoucher, certificate.maxVoucher);
  const left = limits.kioskTotal - issuedHere;
  const most = Math.min(each, left, room);
  if (monto <= most) return { issue: true };
  if (monto > each) return refuse('KIOSK_VOUCHER_LIMIT', most);
  return refuse(monto > left ? 'KIOSK_TOTAL_LIMIT' : 'TILL_FULL', most);
}

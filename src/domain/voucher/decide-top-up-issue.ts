import type { Pesos } from '#src/contract/brands.ts';
import type { OfflineLimits } from '#src/contract/devices/schemas.ts';

/**
 * What a kiosk knows when it hands out a voucher without a link. Amounts in the smallest unit shown, times in ms since
 * 1970.
 */
export type TopUpIssueFacts = {
  monto: Pesos;
  /** its own certificate, as the server published it; null for none */
  certificate: { notAfter: number; maxVoucher: Pesos } | null;
  /** all top-ups handed out here that the server does not know yet */
  issuedHere: Pesos;
  limits: OfflineLimits;
  /** what its point may still take before it hands over, as last known, less what is not sent yet; null when not known */
  tillRoom: Pesos | null;
  /** the device's clock corrected by what the server said */
  now: number;
  /** the latest moment this device has seen, on the same corrected clock */
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

/** Whether a kiosk may sign a voucher by itself, and the largest amount it might. */
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

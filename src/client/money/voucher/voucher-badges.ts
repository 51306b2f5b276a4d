import type { BadgeKind } from '#src/client/ui/tables/badge.tsx';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';

/** Badge of each voucher state in a list. */
export const voucherBadges: Record<VoucherState, BadgeKind> = {
  ACTIVE: 'paid',
  SPENT: 'inactive',
  BLOCKED: 'blocked',
  EXPIRED: 'warning',
  VOIDED: 'undone',
  REFUNDED: 'undone',
  JOINED: 'undone',
};

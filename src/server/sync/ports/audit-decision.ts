import type { MarketId } from '#src/contract/brands.ts';

/** Who decided what, as the audit log keeps it. */
export type AuditDecision = {
  kind: 'conflict-assigned' | 'purchase-voided' | 'top-up-voided' | 'till-full-allowed';
  actor: { id: string; deviceId?: string | null };
  marketId: MarketId | null;
  subject: { type: 'CONFLICT' | 'PURCHASE' | 'TOP_UP' | 'RECARGA'; id: string; name: string };
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  recordedAt: Date;
};

import type { DecisionFacts } from '#src/contract/accounts/decision.ts';
import type { MarketId } from '#src/protocol/brands.ts';

/** One decision of a person, as stored in the audit log. */
export type AuditDecision = {
  kind: 'conflict-assigned' | 'purchase-voided' | 'top-up-voided';
  actor: { id: string; deviceId?: string | null };
  marketId: MarketId | null;
  subject: { type: 'CONFLICT' | 'PURCHASE' | 'TOP_UP'; id: string; name: string };
  before: DecisionFacts;
  after: DecisionFacts;
  recordedAt: Date;
};

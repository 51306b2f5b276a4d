import { auditLedger, type LedgerAudit } from '#src/server/ledger/audit-ledger.ts';
import type { Database } from '#src/server/store/database.ts';

/** The read-only check that every balance equals its postings and all postings sum to 0. */
export function auditMoney(deps: { database: Database }): Promise<LedgerAudit> {
  return auditLedger(deps.database);
}

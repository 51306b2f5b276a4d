import type { OpId } from '#src/contract/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { recordStaffOperation } from '#src/server/http/staff-operation.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { payMany, type PayoutRunEntry } from '#src/server/operations/cash/payout.ts';
import type { Database } from '#src/server/store/database.ts';

type Deps = { database: Database; now: () => Date; timeZone: string };
type Run = Extract<Awaited<ReturnType<typeof payMany>>, { ok: true }>['receipt'];

/** Pays several stalls with the core's operation, without an extra's calls. */
export function payStalls(
  deps: Deps,
  actor: Actor,
  { payments }: Pick<PayoutRunEntry, 'payments'>,
  opId: OpId,
): Promise<StoredAnswer<Run>> {
  const { timeZone } = deps;
  const market = ownMarket(actor);
  return recordStaffOperation<Run>(
    deps,
    { kind: 'payout-run', actor, body: { payments }, opId, receiptSchema: { parse: (kept) => kept as Run } },
    (session, entry) => payMany(session, { ...entry, market, payments, note: '', timeZone }),
  );
}

import type { OpId } from '#src/contract/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { recordStaffOperation } from '#src/server/http/staff-operation.ts';
import type { StoredAnswer } from '#src/server/ledger/receipts.ts';
import { voidDeducted } from '#src/server/operations/cash/deduction-void.ts';
import { payMany, type PayoutRunEntry } from '#src/server/operations/cash/payout.ts';
import type { Database } from '#src/server/store/database.ts';

type Deps = { database: Database; now: () => Date; timeZone: string };
type Run = Extract<Awaited<ReturnType<typeof payMany>>, { ok: true }>['receipt'];
type DeductionVoid = Extract<Awaited<ReturnType<typeof voidDeducted>>, { ok: true }>['receipt'];

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

/** Returns a deduction with the core's operation, without an extra's calls. */
export function voidDeduction(
  deps: Omit<Deps, 'timeZone'>,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  opId: OpId,
): Promise<StoredAnswer<DeductionVoid>> {
  const market = ownMarket(actor);
  return recordStaffOperation<DeductionVoid>(
    deps,
    { kind: 'deduction-void', actor, body: { id, reason }, opId, receiptSchema: { parse: readVoid } },
    (session, entry) => voidDeducted(session, { ...entry, market, deduction: id, reason }),
  );
}

/** Keys in the order of the first answer, because the database stores them in another. */
function readVoid(kept: unknown): DeductionVoid {
  const { _id, estanteId, estanteName, monto, owed, reason: why, createAt } = kept as DeductionVoid;
  return { _id, estanteId, estanteName, monto, owed, reason: why, createAt };
}

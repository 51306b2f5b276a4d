import { ownMarket } from '#src/server/actor.ts';
import type { CashDeps } from '#src/server/cash/tills.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { voidDeducted } from '#src/server/operations/cash/deduction-void.ts';
import { deductionVoidSchema, type DeductionVoid, type DeductionVoidCommand } from '../contract/schemas.ts';

/** Devolver un descuento: returns a deduction to its stall's balance, in full, exactly once. */
export const voidDeduction: StaffCall<CashDeps, DeductionVoidCommand, DeductionVoid> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { id, reason } = command;
  return recordStaffOperation(
    deps,
    { kind: 'deduction-void', actor, body: command, opId, receiptSchema: deductionVoidSchema },
    (session, entry) => voidDeducted(session, { ...entry, market, deduction: id, reason }),
    ({ estanteId, estanteName: name, owed, monto }) => [
      {
        kind: 'deduction-voided',
        marketId: market,
        subject: { type: 'ESTANTE', id: estanteId, name },
        before: { owed: owed - monto },
        after: { monto, owed, reason },
      },
    ],
  );
};

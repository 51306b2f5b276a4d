import {
  topUpVoidReceiptSchema,
  type TopUpVoidCommand,
  type TopUpVoidReceipt,
} from '#src/contract/money/top-up-void.ts';
import { marketScope } from '#src/server/http/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { voidTopUp as postVoid } from '#src/server/operations/top-up-void.ts';
import type { Database } from '#src/server/store/database.ts';

export type TopUpVoidDeps = { database: Database; now: () => Date; timeZone: string };

/** Undoes an unspent top-up exactly once: a point its own of the same day, a market those of its points, ADMIN any. */
export const voidTopUp: StaffCall<TopUpVoidDeps, TopUpVoidCommand, TopUpVoidReceipt> = (
  deps,
  actor,
  command,
  opId,
) => {
  const { id, reason } = command;
  const market = marketScope(actor);
  const point = actor.userType === 'RECARGA' ? actor.id : null;
  return recordStaffOperation(
    deps,
    { kind: 'top-up-void', actor, body: command, opId, receiptSchema: topUpVoidReceiptSchema },
    (session, entry) =>
      postVoid(session, { ...entry, topUp: { id }, reason, point, market, timeZone: deps.timeZone }),
    ({ ownerName: name, monto, paidFrom, shortCode }) => [
      {
        kind: 'top-up-voided',
        marketId: market,
        subject: { type: 'TOP_UP', id, name },
        before: { monto, shortCode },
        after: { reason, paidFrom },
      },
    ],
  );
};

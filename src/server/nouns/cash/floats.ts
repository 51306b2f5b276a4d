import { tillFloatSchema, type TillFloat, type TillFloatCommand } from '#src/contract/cash/till.ts';
import { fillTill } from '#src/operations/till-float/post.ts';
import { ownMarket } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import type { CashDeps } from './tills.ts';

/**
 * base de caja: cash of the market with which a till starts, given once. It returns with what is received.
 */
export const giveFloat: StaffCall<CashDeps, TillFloatCommand, TillFloat> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { topUpPointId: point, monto: amount, note = '' } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-float', actor, body: command, opId, receiptSchema: tillFloatSchema },
    (session, act) => fillTill(session, { ...act, market, point, amount, note }),
    ({ ownerName: name, expected }) => [
      {
        kind: 'float-given',
        marketId: market,
        subject: { type: 'RECARGA', id: point, name },
        before: { expected: expected - amount },
        after: { monto: amount, expected, note },
      },
    ],
  );
};

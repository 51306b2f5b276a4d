import {
  handOverReceiptSchema,
  handOverVoidSchema,
  tillDifferenceSchema,
  tillReceiptSchema,
  type HandOverCommand,
  type HandOverPage,
  type HandOverQuery,
  type HandOverReceipt,
  type HandOverVoid,
  type HandOverVoidCommand,
  type TillDifference,
  type TillDifferenceCommand,
  type TillReceipt,
  type TillReceiptCommand,
} from '#src/contract/cash/till-hand-over.ts';
import { marketScope, ownMarket, type Actor } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { handOverTill, voidHandOver } from '#src/server/operations/cash/till-hand-over.ts';
import { answerDifference, receiveHandOver } from '#src/server/operations/cash/till-receipt.ts';
import { readHandOvers } from './hand-over-reads.ts';
import type { CashDeps } from './tills.ts';

/** entrega de caja by the signed-in point, exactly once. */
export const handOver: StaffCall<CashDeps, HandOverCommand, HandOverReceipt> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { monto: amount, pieces = [] } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-hand-over', actor, body: command, opId, receiptSchema: handOverReceiptSchema },
    (session, entry) => handOverTill(session, { ...entry, market, point: actor.id, amount, pieces }),
  );
};

/** "No la entregué": returns the cash to the till. */
export const takeBackHandOver: StaffCall<CashDeps, HandOverVoidCommand, HandOverVoid> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  return recordStaffOperation(
    deps,
    { kind: 'till-hand-over-void', actor, body: command, opId, receiptSchema: handOverVoidSchema },
    (session, entry) => voidHandOver(session, { ...entry, market, point: actor.id, id: command.id }),
    ({ handOverId, code, monto }) => [
      {
        kind: 'hand-over-taken-back',
        marketId: market,
        subject: { type: 'HAND_OVER', id: handOverId, name: code },
        after: { monto },
      },
    ],
  );
};

/** recibir, exactly once: the receiver's own count, and who answers for a difference. */
export const receive: StaffCall<CashDeps, TillReceiptCommand, TillReceipt> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { id, counted, answers = null, pieces = [] } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-receipt', actor, body: command, opId, receiptSchema: tillReceiptSchema },
    (session, entry) => receiveHandOver(session, { ...entry, market, id, counted, answers, pieces }),
    (receipt) => [
      {
        kind: 'hand-over-received',
        marketId: market,
        subject: { type: 'HAND_OVER', id: receipt.handOverId, name: `${receipt.code}, ${receipt.ownerName}` },
        before: { monto: receipt.monto },
        after: {
          counted,
          difference: receipt.difference,
          ...(receipt.answers ? { answers: receipt.answers } : {}),
        },
      },
    ],
  );
};

/** Assigns a difference that a receipt left open, once it is known who answers for it. */
export const answerForDifference: StaffCall<CashDeps, TillDifferenceCommand, TillDifference> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { id, answers } = command;
  return recordStaffOperation(
    deps,
    { kind: 'till-difference', actor, body: command, opId, receiptSchema: tillDifferenceSchema },
    (session, entry) => answerDifference(session, { ...entry, market, id, answers }),
    ({ code, ownerName, difference }) => [
      {
        kind: 'difference-answered',
        marketId: market,
        subject: { type: 'HAND_OVER', id, name: `${code}, ${ownerName}` },
        after: { difference, answers },
      },
    ],
  );
};

/** A point sees its own hand-overs, a market its points', ADMIN all. */
export function listHandOvers(deps: CashDeps, actor: Actor, query: HandOverQuery): Promise<HandOverPage> {
  const pointId = actor.userType === 'RECARGA' ? actor.id : (query.topUpPointId ?? null);
  const of = { marketId: marketScope(actor), pointId, asker: actor.id, isOpen: query.state === 'OPEN' };
  return readHandOvers(deps.database, of, query, deps.now());
}

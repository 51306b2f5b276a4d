import {
  confirmationSchema,
  restoredJoinSchema,
  type Confirmation as SeenConfirmation,
  type RestoredJoin,
  type RestoredJoinCommand,
  type RestoredPayoutCommand,
  type RestoredRefundCommand,
  type RestoreWithdrawCommand,
} from '#src/contract/restored/schemas.ts';
import { refusesConfirmation } from '#src/domain/operations/restored.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import { lockTreasury } from '#src/server/ledger/accounts.ts';
import { refused, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import { voucherReceipt } from '#src/server/operations/issued-voucher.ts';
import { readMarketRestore } from '#src/server/operations/restored/asked.ts';
import {
  changeConfirmation,
  insertConfirmation,
  knownAs,
  lockWaiting,
  type Confirmation,
} from '#src/server/operations/restored/confirmations.ts';
import { postConfirmation, type Posted } from '#src/server/operations/restored/post-confirmation.ts';
import type { Decision } from '#src/server/records/decisions.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import type { OpenVoucherLinks } from '#src/server/vouchers/links.ts';
import { readConfirmation } from './reads.ts';

export type RestoredDeps = {
  database: Database;
  now: () => Date;
  voucherLinks: OpenVoucherLinks;
};

type Said = Confirmation extends infer Kind
  ? Kind extends Confirmation
    ? Omit<Kind, 'op' | 'person'>
    : never
  : never;

/** Sí se pagó: records a payout of the lost time under the code on its paper, or holds it until the stall's sales are back. */
export const confirmPayout: StaffCall<RestoredDeps, RestoredPayoutCommand, SeenConfirmation> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { epoch, codePago, estanteId: stall, monto: amount, deductions = [] } = command;
  const said = { kind: 'payouts', epoch, market, codes: [codePago], amount, stall, deductions } as const;
  return recordStaffOperation(
    deps,
    { kind: 'restored-payout', actor, body: command, opId, receiptSchema: confirmationSchema },
    async (session, entry) => seenOf(session, await confirm(session, entry, said), entry),
    (seen) => [confirmedDecision(actor, seen)],
  );
};

/** Records a refund of the lost time, as far as its voucher's balance covers it. The voucher stops paying. */
export const confirmRefund: StaffCall<RestoredDeps, RestoredRefundCommand, SeenConfirmation> = (
  deps,
  actor,
  command,
  opId,
) => {
  const { epoch, code, monto: amount, reason } = command;
  const said = { kind: 'refunds', epoch, market: ownMarket(actor), codes: [code], amount, reason } as const;
  return recordStaffOperation(
    deps,
    { kind: 'restored-refund', actor, body: command, opId, receiptSchema: confirmationSchema },
    async (session, entry) => seenOf(session, await confirm(session, entry, said), entry),
    (seen) => [confirmedDecision(actor, seen)],
  );
};

/**
 * Records a join of the lost time into a new voucher. The joined ones stop paying, even while one of them is
 * not back.
 */
export const confirmJoin: StaffCall<RestoredDeps, RestoredJoinCommand, RestoredJoin> = async (
  deps,
  actor,
  command,
  opId,
) => {
  const { epoch, codes, monto: amount = null, newUuid: newVoucher } = command;
  const said = { kind: 'joins', epoch, market: ownMarket(actor), codes, amount, newVoucher } as const;
  const makeLink = await deps.voucherLinks();
  return recordStaffOperation(
    deps,
    { kind: 'restored-join', actor, body: command, opId, receiptSchema: restoredJoinSchema },
    async (session, entry) => {
      const outcome = await confirm(session, entry, said);
      const seen = await seenOf(session, outcome, entry);
      if (!outcome.ok || !seen.ok || !outcome.receipt.joined) return seen;
      const { issued, owner } = outcome.receipt.joined;
      return {
        ok: true,
        receipt: { ...seen.receipt, recarga: voucherReceipt({ ...entry, makeLink }, issued, owner) },
      };
    },
    (seen) => [confirmedDecision(actor, seen)],
  );
};

/**
 * Quitar: withdraws the part of a confirmation that is not posted. Posted amounts stay, as does a closed
 * voucher.
 */
export const withdrawConfirmed: StaffCall<RestoredDeps, RestoreWithdrawCommand, SeenConfirmation> = (
  deps,
  actor,
  command,
  opId,
) => {
  const market = ownMarket(actor);
  const { id, reason } = command;
  return recordStaffOperation(
    deps,
    { kind: 'restored-withdraw', actor, body: command, opId, receiptSchema: confirmationSchema },
    async (session): Promise<Outcome<SeenConfirmation>> => {
      await lockTreasury(session, market);
      const waiting = await lockWaiting(session, id, market);
      if (!waiting) return refused('NOT_FOUND');
      await changeConfirmation(session, id, { state: 'withdrawn', posted: waiting.posted });
      return { ok: true, receipt: await readConfirmation(session, id) };
    },
    ({ kind, codes, monto, posted }) => [
      {
        kind: 'restore-withdrawn',
        marketId: market,
        subject: { type: kind, id, name: codes.join(', ') },
        before: { ...(monto === null ? {} : { monto }), posted },
        after: { reason },
      },
    ],
  );
};

/** Accepts a market's statement about the lost time, posts what is possible, and stores the rest. */
async function confirm(session: Session, entry: StaffEntry, said: Said): Promise<Outcome<Posted>> {
  await lockTreasury(session, said.market);
  const facts = {
    asked: await readMarketRestore(session, said.market),
    knownAs: await knownAs(session, said),
  };
  const refusal = refusesConfirmation(said, facts);
  if (refusal) return refused(refusal.code);
  const confirmation = { ...said, op: entry.op, person: entry.actor };
  const outcome = await postConfirmation(session, entry, confirmation);
  if (outcome.ok) await insertConfirmation(session, confirmation, outcome.receipt, entry.recordedAt);
  return outcome;
}

async function seenOf(
  session: Session,
  outcome: Outcome<Posted>,
  { op }: StaffEntry,
): Promise<Outcome<SeenConfirmation>> {
  return outcome.ok ? { ok: true, receipt: await readConfirmation(session, op) } : outcome;
}

function confirmedDecision(
  actor: Actor,
  { _id: id, kind, codes, estanteName, monto, deducted, posted }: SeenConfirmation,
): Omit<Decision, 'actor' | 'recordedAt'> {
  return {
    kind: 'restore-confirmed',
    marketId: ownMarket(actor),
    subject: { type: kind, id, name: [...codes, estanteName].filter(Boolean).join(', ') },
    after: {
      ...(monto === null ? {} : { monto }),
      ...(deducted === 0 ? {} : { deducted }),
      posted,
    },
  };
}

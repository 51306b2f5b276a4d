import { payMany } from '#src/operations/payout/post.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { recordStaffOperation, type StaffCall } from '#src/server/http/staff-operation.ts';
import type { CashDeps } from '#src/server/nouns/cash/tills.ts';
import { payoutRunSchema, type PayoutRun, type PayoutRunCommand } from '../contract/schemas.ts';
import { readPayoutRun } from './reads.ts';

/** Pays several stalls of a market in one operation, exactly once, all of them or none. */
export const payStalls: StaffCall<CashDeps, PayoutRunCommand, PayoutRun> = (deps, actor, command, opId) => {
  const market = ownMarket(actor);
  const { pagos, note = '' } = command;
  const payments = pagos.map(({ estanteId: stallId, monto: amount, paid, wayAt }) => ({
    stallId,
    amount,
    paid,
    wayAt,
  }));
  const { timeZone } = deps;
  return recordStaffOperation(
    deps,
    { kind: 'payout-run', actor, body: command, opId, receiptSchema: payoutRunSchema },
    (session, act) => payMany(session, { ...act, market, payments, note, timeZone }),
    ({ codeRun: run, pagos: made }) =>
      made.map(({ codePago: code, estanteId: id, estanteName: name, owed, monto }) => ({
        kind: 'stall-paid',
        marketId: market,
        subject: { type: 'ESTANTE', id, name },
        before: { owed },
        after: { code, monto, owed: owed - monto, run },
      })),
  );
};

/** Returns a run again, to print its sheet. */
export async function showPayoutRun(deps: CashDeps, actor: Actor, code: string): Promise<Answer<PayoutRun>> {
  const run = await readPayoutRun(deps.database, ownMarket(actor), code);
  return run ? done(run) : refuse('NOT_FOUND');
}

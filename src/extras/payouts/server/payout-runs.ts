import { payoutCalls } from '#src/extras/payouts/contract/calls.ts';
import type { PayoutRun } from '#src/extras/payouts/contract/schemas.ts';
import { payMany } from '#src/operations/payout/post.ts';
import { toAmount, type MarketId } from '#src/protocol/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import type { CashDeps } from '#src/server/nouns/cash/tills.ts';
import type { Session } from '#src/server/store/database.ts';

/** Pays several stalls of a market in one operation, exactly once, all of them or none. */
export const payStalls = staffCall(payoutCalls.payStalls, (deps: CashDeps, actor, command) => {
  const market = ownMarket(actor);
  const { pagos, note = '' } = command;
  const payments = pagos.map(({ estanteId: stallId, monto: amount, paid, wayAt }) => ({
    stallId,
    amount,
    paid,
    wayAt,
  }));
  const { timeZone } = deps;
  return (session, act) => payMany(session, { ...act, market, payments, note, timeZone });
});

/** Returns a run again, to print its sheet. */
export async function showPayoutRun(deps: CashDeps, actor: Actor, code: string): Promise<Answer<PayoutRun>> {
  const run = await readPayoutRun(deps.database, ownMarket(actor), code);
  return run ? done(run) : refuse('NOT_FOUND');
}

/** Returns the stalls that a market paid in one run, in the order of its list, or null when there is no such run. */
async function readPayoutRun(session: Session, marketId: MarketId, code: string): Promise<PayoutRun | null> {
  type Row = PayoutRun['pagos'][number] & Pick<PayoutRun, 'note' | 'paidBy'> & { recorded_at: Date };
  const { rows } = await session.query<Row>({
    name: 'payout-run',
    text: `select o.code as "codePago", o.stall_id as "estanteId", s.stall_name as "estanteName",
        s.owner_name as "ownerName", o.owed_before as owed, o.amount as monto, o.note, o.recorded_at,
        coalesce(o.way, '{"kind": "CASH"}') as way,
        coalesce(p.owner_name, '') as "paidBy"
      from payout o join person s on s.id = o.stall_id join movement m on m.id = o.movement_id
        left join person p on p.id = m.recorded_by
      where o.market_id = $1 and o.run_code = $2 order by o.amount desc, o.code`,
    values: [marketId, code],
  });
  const [first] = rows;
  if (!first) return null;
  return {
    codeRun: code,
    total: toAmount(rows.reduce((sum, { monto }) => sum + monto, 0)),
    pagos: rows.map(({ note: _note, paidBy: _paidBy, recorded_at: _at, ...paid }) => paid),
    note: first.note,
    paidBy: first.paidBy,
    createAt: first.recorded_at.toISOString(),
  };
}

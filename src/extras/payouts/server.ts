import type { DecisionFacts } from '#src/contract/accounts/decision.ts';
import { cash, type PaymentWay, type SaidWay } from '#src/contract/cash/payment-way.ts';
import { payMany } from '#src/operations/payout/post.ts';
import { toAmount, type MarketId } from '#src/protocol/brands.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import { done, refuse, type Answer } from '#src/server/answer.ts';
import type { ServerExtra } from '#src/server/context.ts';
import { staffCall } from '#src/server/http/staff-operation.ts';
import type { CashDeps } from '#src/server/nouns/cash/tills.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { readWays } from '#src/server/store/records/payment-ways.ts';
import { readAccountsOf } from '#src/server/store/records/people.ts';
import { payoutCalls as calls } from './contract/calls.ts';
import type { PayoutRun } from './contract/schemas.ts';

/** Payment ways of stalls, and payouts of several stalls at once. */
export const payouts = {
  calls,
  routes: async (app, { context }) => {
    const routes = context.routesOn(app);
    routes.value(calls.changePaymentWay, ({ actor, body }) => changePaymentWay(context, actor, body));
    routes.stored(calls.payStalls, ({ actor, body, opId }) => payStalls(context, actor, body, opId));
    routes.answer(calls.readPayoutRun, ({ actor, params }) => showPayoutRun(context, actor, params.code));
  },
} satisfies ServerExtra;

/** Records a stall's payment way from now on. Earlier payouts keep theirs. */
async function changePaymentWay(deps: CashDeps, actor: Actor, way: PaymentWay): Promise<SaidWay> {
  const marketId = ownMarket(actor);
  const changedAt = deps.now();
  const [stall] = await readAccountsOf(deps.database, 'ESTANTE', { marketId, id: actor.id });
  await deps.database.transaction(async (session) => {
    const before = (await readWays(session, [actor.id])).get(actor.id);
    await session.query({
      name: 'write-payment-way',
      text: `insert into payment_way (stall_id, way, changed_at) values ($1, $2, $3)
        on conflict (stall_id) do update set way = excluded.way, changed_at = excluded.changed_at`,
      values: [actor.id, JSON.stringify(way), changedAt],
    });
    await writeDecision(session, {
      kind: 'payment-way-changed',
      actor,
      marketId,
      subject: { type: 'ESTANTE', id: actor.id, name: stall?.stall_name ?? '' },
      before: factsOf(before?.way ?? cash),
      after: factsOf(way),
      recordedAt: changedAt,
    });
  });
  return { way, changedAt: changedAt.toISOString() };
}

/** Returns the facts for the audit: enough to recognise the account, too little to pay to it. */
function factsOf(way: PaymentWay): DecisionFacts {
  if (way.kind === 'CASH') return { way: way.kind };
  return { way: way.kind, ending: (way.kind === 'KEY' ? way.key : way.account).slice(-4) };
}

/** Pays several stalls of a market in one operation, exactly once, all of them or none. */
const payStalls = staffCall(calls.payStalls, (deps: CashDeps, actor, command) => {
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
async function showPayoutRun(deps: CashDeps, actor: Actor, code: string): Promise<Answer<PayoutRun>> {
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

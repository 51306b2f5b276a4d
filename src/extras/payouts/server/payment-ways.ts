import type { DecisionFacts } from '#src/contract/accounts/decision.ts';
import { cash, type PaymentWay, type SaidWay } from '#src/contract/cash/payment-way.ts';
import { ownMarket, type Actor } from '#src/server/actor.ts';
import type { CashDeps } from '#src/server/nouns/cash/tills.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { readWays } from '#src/server/store/records/payment-ways.ts';
import { readAccountsOf } from '#src/server/store/records/people.ts';

/** Records a stall's payment way from now on. Earlier payouts keep theirs. */
export async function changePaymentWay(deps: CashDeps, actor: Actor, way: PaymentWay): Promise<SaidWay> {
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

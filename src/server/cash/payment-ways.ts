import { cash, paymentWaySchema, type PaymentWay, type SaidWay } from '#src/contract/markets/payment-way.ts';
import { ownMarket, type Actor } from '#src/server/http/actor.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/decisions.ts';
import { readAccountsOf } from '#src/server/store/people.ts';
import type { CashDeps } from './tills.ts';

const unsaid: SaidWay = { way: cash, changedAt: null };

/** A stall says how it is paid from now on. What was paid keeps the way it went. */
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

/** What the audit keeps of it: enough to know it again, too little to pay by it. */
function factsOf(way: PaymentWay): Record<string, string> {
  if (way.kind === 'CASH') return { way: way.kind };
  return { way: way.kind, ending: (way.kind === 'KEY' ? way.key : way.account).slice(-4) };
}

/** Of these stalls how each is paid; who never said it is not in it. */
export async function readWays(session: Session, stalls: readonly string[]): Promise<Map<string, SaidWay>> {
  const { rows } = await session.query<{ id: string; way: unknown; at: Date }>({
    name: 'payment-ways',
    text: 'select stall_id as id, way, changed_at as at from payment_way where stall_id = any ($1::uuid[])',
    values: [stalls],
  });
  return new Map(
    rows.map(({ id, way, at }) => [id, { way: paymentWaySchema.parse(way), changedAt: at.toISOString() }]),
  );
}

export function wayOf(ways: ReadonlyMap<string, SaidWay>, stallId: string): SaidWay {
  return ways.get(stallId) ?? unsaid;
}

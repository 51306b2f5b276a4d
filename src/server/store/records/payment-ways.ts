import { cash, paymentWaySchema, type SaidWay } from '#src/contract/cash/payment-way.ts';
import type { Session } from '#src/server/store/database.ts';

const unsaid: SaidWay = { way: cash, changedAt: null };

/** Returns how each of these stalls is paid. A stall that has never chosen a way is absent. */
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

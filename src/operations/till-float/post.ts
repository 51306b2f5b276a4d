import type { TillFloat } from '#src/contract/cash/till.ts';
import { toAmount, type Amount, type MarketId } from '#src/protocol/brands.ts';
import { lockTill } from '#src/server/ledger/locked-till.ts';
import { post } from '#src/server/ledger/movements.ts';
import { decidedBy, movementOf, type Posted, type StaffAct } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import { writeDecision } from '#src/server/store/records/decisions.ts';
import { marketAccount, ownAccount, transfer } from '../transfer.ts';
import { decideTillFloat } from './rule.ts';

export type TillFloatAct = StaffAct & { market: MarketId; point: string; amount: Amount; note: string };

/**
 * Moves cash of the market into a till: loads, decides, posts. Under the till's lock, so that a count sees it
 * whole or not at all.
 */
export async function fillTill(session: Session, act: TillFloatAct): Promise<Posted<TillFloat>> {
  const { market, point, amount, note } = act;
  const locked = await lockTill(session, point, market);
  const decision = decideTillFloat(act, { till: locked });
  if (decision.kind === 'refuse') return decision;
  await post(session, {
    ...movementOf(act),
    kind: 'till-float',
    transfers: [transfer(ownAccount('cash', point, market), marketAccount('treasury', market), amount)],
    detail: { topUpPointId: point, marketId: market, amount, note },
  });
  const [ownerName, expected] = [locked?.ownerName ?? '', toAmount(decision.plan.expected)];
  await writeDecision(session, {
    ...decidedBy(act),
    kind: 'float-given',
    marketId: market,
    subject: { type: 'RECARGA', id: point, name: ownerName },
    before: { expected: expected - amount },
    after: { monto: amount, expected, note },
  });
  return {
    kind: 'done',
    receipt: {
      _id: act.movement,
      topUpPointId: point,
      ownerName,
      monto: amount,
      expected,
      note,
      createAt: act.recordedAt.toISOString(),
    },
  };
}

import type { TillFloat } from '#src/contract/cash/till.ts';
import { toAmount, type Amount, type MarketId } from '#src/protocol/brands.ts';
import { post } from '#src/server/ledger/journal.ts';
import { lockTill } from '#src/server/ledger/locked-till.ts';
import { movementOf, type Outcome, type StaffEntry } from '#src/server/ledger/receipts.ts';
import { marketAccount, ownAccount, transfer } from '#src/server/ledger/transfer.ts';
import type { Session } from '#src/server/store/database.ts';
import { decideTillFloat } from './rule.ts';

export type TillFloatEntry = StaffEntry & { market: MarketId; point: string; amount: Amount; note: string };

/**
 * Moves cash of the market into a till: loads, decides, posts. Under the till's lock, so that a count sees it
 * whole or not at all.
 */
export async function fillTill(session: Session, entry: TillFloatEntry): Promise<Outcome<TillFloat>> {
  const { market, point, amount, note } = entry;
  const locked = await lockTill(session, point, market);
  const decision = decideTillFloat(entry, { till: locked });
  if (decision.kind === 'refuse') return decision;
  await post(session, {
    ...movementOf(entry),
    kind: 'till-float',
    transfers: [transfer(ownAccount('cash', point, market), marketAccount('treasury', market), amount)],
    detail: { topUpPointId: point, marketId: market, amount, note },
  });
  return {
    kind: 'done',
    receipt: {
      _id: entry.movement,
      topUpPointId: point,
      ownerName: locked?.ownerName ?? '',
      monto: amount,
      expected: toAmount(decision.plan.expected),
      note,
      createAt: entry.recordedAt.toISOString(),
    },
  };
}

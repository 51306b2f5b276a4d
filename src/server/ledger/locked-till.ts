import type { TillRoom } from '#src/operations/top-up/rule.ts';
import type { MarketId, Pesos } from '#src/protocol/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { lockAccountSum } from './accounts.ts';
import { sumOfAccount } from './days/account-sum.ts';

/** SQL: the ceiling of the point `p` in the market `m`. */
export const ceilingOfPoint = 'coalesce(p.till_ceiling, m.till_ceiling)';

export type LockedTill = TillRoom & { ownerName: string };

/** Locks a point's till until the end of the transaction. Returns null when the market has no such point. */
export async function lockTill(
  session: Session,
  point: string,
  market: MarketId,
): Promise<LockedTill | null> {
  const { rows } = await session.query<Omit<LockedTill, 'cash'>>({
    name: 'point-to-count',
    text: `select p.owner_name as "ownerName", ${ceilingOfPoint} as ceiling from person p join market m on m.id = p.market_id
      where p.id = $1 and p.market_id = $2 and p.user_type = 'RECARGA'`,
    values: [point, market],
  });
  const [found] = rows;
  return found ? { ...found, cash: 0 - (await lockAccountSum(session, point)) } : null;
}

/**
 * Returns a point's unreceived cash and its ceiling, locked like `lockTill`. Null when there is no such
 * point.
 */
export async function lockTillRoom(session: Session, point: string): Promise<TillRoom | null> {
  return roomOf(session, point, await lockAccountSum(session, point));
}

/** Returns the present values, for a device that must know its remaining capacity offline. */
export async function readTillRoom(session: Session, point: string): Promise<TillRoom | null> {
  return roomOf(session, point, await sumOfAccount(session, point));
}

async function roomOf(session: Session, point: string, sum: number): Promise<TillRoom | null> {
  const { rows } = await session.query<{ ceiling: Pesos }>({
    name: 'till-ceiling',
    text: `select ${ceilingOfPoint} as ceiling from person p join market m on m.id = p.market_id
      where p.id = $1 and p.user_type = 'RECARGA'`,
    values: [point],
  });
  const [found] = rows;
  return found ? { cash: 0 - sum, ceiling: found.ceiling } : null;
}

import type { MarketId, Pesos } from '#src/contract/brands.ts';
import type { TillRoom } from '#src/domain/operations/top-up.ts';
import { lockTillSums } from '#src/server/ledger/accounts.ts';
import { sumsOfTill, type TillSums } from '#src/server/ledger/days/account-sum.ts';
import { clearCeilingMarks } from '#src/server/ledger/over-ceiling.ts';
import type { Session } from '#src/server/store/database.ts';

/** `inTransit`: the part of it on its way. */
export type KnownRoom = TillRoom & { inTransit: Pesos };

export type LockedTill = TillSums & { ownerName: string };

/** Locks a point's till until the end of the transaction. Returns null when the market has no such point. */
export async function lockTill(
  session: Session,
  point: string,
  market: MarketId,
): Promise<LockedTill | null> {
  const { rows } = await session.query<{ owner_name: string }>({
    name: 'point-to-count',
    text: `select owner_name from person where id = $1 and market_id = $2 and user_type = 'RECARGA'`,
    values: [point, market],
  });
  const [found] = rows;
  const sums = found && (await lockTillSums(session, point));
  return found && sums ? { ...sums, ownerName: found.owner_name } : null;
}

/**
 * Returns a point's unreceived cash and its ceiling, locked like `lockTill`. Null when there is no such
 * point.
 */
export async function lockTillRoom(session: Session, point: string): Promise<KnownRoom | null> {
  return roomOf(session, point, await lockTillSums(session, point));
}

/** Returns the present values, for a device that must know its remaining capacity offline. */
export async function readTillRoom(session: Session, point: string): Promise<KnownRoom | null> {
  return roomOf(session, point, await sumsOfTill(session, point));
}

/**
 * Called after the market has received cash: the vouchers of a point within its ceiling are ordinary again.
 */
export async function settleCeiling(session: Session, point: string): Promise<void> {
  const room = await readTillRoom(session, point);
  if (room) await clearCeilingMarks(session, point, room);
}

async function roomOf(session: Session, point: string, sums: TillSums | null): Promise<KnownRoom | null> {
  const { rows } = await session.query<{ ceiling: Pesos }>({
    name: 'till-ceiling',
    text: 'select m.till_ceiling as ceiling from person p join market m on m.id = p.market_id where p.id = $1',
    values: [point],
  });
  const [found] = rows;
  return sums && found
    ? { held: sums.till + sums.inTransit, inTransit: sums.inTransit, ceiling: found.ceiling }
    : null;
}

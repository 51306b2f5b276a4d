import type { VoucherId } from '#src/contract/brands.ts';
import type { TillRoom } from '#src/domain/operations/top-up.ts';
import type { Session } from '#src/server/store/database.ts';

/** A balance moved from a voucher of a point above its ceiling keeps that mark on the new voucher. */
export async function markTakenOver(
  session: Session,
  voucher: VoucherId,
  from: readonly VoucherId[],
): Promise<void> {
  await session.query({
    name: 'mark-taken-over',
    text: `insert into over_ceiling_voucher (voucher_id, top_up_point_id)
      select $1, top_up_point_id from over_ceiling_voucher where voucher_id = any ($2::uuid[]) limit 1`,
    values: [voucher, from],
  });
}

/**
 * Clears the mark after the market has received cash and the point is within its ceiling: its vouchers are
 * ordinary again.
 */
export async function clearCeilingMarks(session: Session, point: string, room: TillRoom): Promise<void> {
  if (room.held > room.ceiling) return;
  await session.query({
    name: 'clear-ceiling-marks',
    text: 'delete from over_ceiling_voucher where top_up_point_id = $1',
    values: [point],
  });
}

import type { VoucherId } from '#src/contract/brands.ts';
import type { TillRoom } from '#src/domain/operations/top-up.ts';
import type { Session } from '#src/server/store/database.ts';

/** What a voucher of a point that passed its ceiling gives to another one is of that point still. */
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

/** The market has received cash of this point: where it holds no more than it may, its vouchers are like any other. */
export async function clearCeilingMarks(session: Session, point: string, room: TillRoom): Promise<void> {
  if (room.held > room.ceiling) return;
  await session.query({
    name: 'clear-ceiling-marks',
    text: 'delete from over_ceiling_voucher where top_up_point_id = $1',
    values: [point],
  });
}

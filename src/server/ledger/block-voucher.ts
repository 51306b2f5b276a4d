import type { Session } from '#src/server/store/database.ts';

/** Blocks a voucher: nothing can be bought with it from now on. Its balance stays. */
export async function blockVoucher(session: Session, voucherId: string, now: Date): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'block-voucher',
    text: 'update voucher set blocked_at = $2 where id = $1 and blocked_at is null',
    values: [voucherId, now],
  });
  return rowCount === 1;
}

/** Takes a block back: whatever is on it can be spent again. Never for a reissued one: its paper may be anywhere. */
export async function unblockVoucher(session: Session, voucherId: string, now: Date): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'unblock-voucher',
    text: 'update voucher set blocked_at = null, unblocked_at = $2 where id = $1 and blocked_at is not null',
    values: [voucherId, now],
  });
  return rowCount === 1;
}

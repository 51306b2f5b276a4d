import type { VoucherId } from '#src/contract/brands.ts';
import { maxPinMisses } from '#src/domain/voucher/voucher-pin.ts';
import type { Session } from '#src/server/store/database.ts';

/** A try that is already counted as wrong, or the end of all tries. */
export type Try = { state: 'begun'; hash: string; misses: number } | { state: 'exhausted' };

/**
 * Counts a try as wrong before it is checked; a right one takes all of them back (`notePinGiven`). Returns null when the voucher is unknown
 * or has no PIN.
 */
export async function beginTry(session: Session, voucher: VoucherId): Promise<Try | null> {
  const { rows } = await session.query<{ hash: string; misses: number }>({
    name: 'begin-pin-try',
    text: `update voucher_pin set misses = misses + 1 where voucher_id = $1 and misses < $2
      returning pin_hash as hash, misses`,
    values: [voucher, maxPinMisses],
  });
  const [row] = rows;
  if (row) return { state: 'begun', ...row };
  const { rowCount } = await session.query({
    name: 'has-pin',
    text: 'select 1 from voucher_pin where voucher_id = $1',
    values: [voucher],
  });
  return rowCount > 0 ? { state: 'exhausted' } : null;
}

/** Returns whether three wrong PINs blocked the voucher. Neither a market nor a point unblocks it; it is reissued. */
export async function isBlockedByPin(session: Session, voucher: VoucherId): Promise<boolean> {
  const { rowCount } = await session.query({
    name: 'is-blocked-by-pin',
    text: 'select 1 from voucher_pin where voucher_id = $1 and misses >= $2',
    values: [voucher, maxPinMisses],
  });
  return rowCount > 0;
}

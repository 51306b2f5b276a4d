import { pinGivenMs } from '#src/domain/voucher/voucher-pin.ts';
import type { PurchaseEntry } from '#src/server/ledger/purchases.ts';
import type { Session } from '#src/server/store/database.ts';

export const pinStates = ['not given', 'given', 'of another price', 'too old'] as const;

/** For this sale, for one of another price, or longer ago than it counts. */
export async function giveTestPin(
  session: Session,
  { op, voucher, stall, price }: PurchaseEntry,
  pinIs: (typeof pinStates)[number],
  now: Date,
): Promise<void> {
  if (pinIs === 'not given') return;
  const at = new Date(now.getTime() - (pinIs === 'too old' ? pinGivenMs : 1));
  const given = { op, voucher, stall, price: pinIs === 'of another price' ? price + 1 : price };
  await session.query({
    text: 'insert into pin_given (op_id, voucher_id, stall_id, price, given_at) values ($1, $2, $3, $4, $5)',
    values: [given.op, given.voucher, given.stall, given.price, at],
  });
}

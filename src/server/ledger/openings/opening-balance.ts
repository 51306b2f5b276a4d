import type { Amount, MarketId, VoucherId } from '#src/contract/brands.ts';
import type { Session } from '#src/server/store/database.ts';
import { uuidV7 } from '../ids.ts';
import { post } from '../journal.ts';
import { leg, marketLeg, voucherLeg, type Leg } from '../legs.ts';
import { movementOf, partOf, type StaffEntry } from '../receipts.ts';
import { openVoucher } from '../vouchers.ts';

export type OpeningEntry = StaffEntry & { market: MarketId };

type Owed =
  | { to: 'stall'; stallId: string; amount: Amount }
  | { to: 'customer'; customerId: string; voucherId: VoucherId; expiresAt: Date | null; amount: Amount };

/**
 * saldo inicial: what a market says that it owed before it came, to a stall on its account or to a customer on a new voucher. The
 * market stands for it: its own account goes below 0 by as much. `part` tells several of one operation apart. Returns the movement.
 */
export async function postOpening(
  session: Session,
  entry: OpeningEntry,
  owed: Owed,
  part: string,
): Promise<string> {
  const { market, recordedAt } = entry;
  const { amount } = owed;
  if (owed.to === 'customer') {
    const { voucherId: id, customerId: owner, expiresAt } = owed;
    await openVoucher(session, { id, owner, market, face: amount, expiresAt, recordedAt });
  }
  const id = uuidV7(recordedAt.getTime());
  await post(session, {
    ...movementOf(entry),
    id,
    reference: partOf(entry.op, part),
    kind: 'opening',
    legs: [owedLeg(owed, market, amount), marketLeg('opening', market, 0 - amount)],
    detail: {
      accountId: owed.to === 'stall' ? owed.stallId : owed.voucherId,
      personId: owed.to === 'stall' ? owed.stallId : owed.customerId,
      marketId: market,
      amount,
    },
  });
  return id;
}

function owedLeg(owed: Owed, market: MarketId, amount: number): Leg {
  return owed.to === 'stall'
    ? leg('stall', owed.stallId, market, amount)
    : voucherLeg(owed.voucherId, market, amount);
}

/** By the movement that posted it. */
type OpeningToVoid = { id: string; amount: Amount } & (
  | { to: 'stall'; stallId: string }
  | { to: 'customer'; voucherId: VoucherId }
);

/** The other way round, whole. Who calls has locked the account and seen that all of it is still there. */
export async function voidOpening(
  session: Session,
  entry: OpeningEntry,
  opening: OpeningToVoid,
): Promise<void> {
  const { id: openingId, amount } = opening;
  const { market } = entry;
  const taken = 0 - amount;
  await post(session, {
    ...movementOf(entry),
    id: uuidV7(entry.recordedAt.getTime()),
    reference: partOf(entry.op, openingId),
    kind: 'opening-void',
    legs: [
      opening.to === 'stall'
        ? leg('stall', opening.stallId, market, taken)
        : voucherLeg(opening.voucherId, market, taken),
      marketLeg('opening', market, amount),
    ],
    detail: {
      openingId,
      accountId: opening.to === 'stall' ? opening.stallId : opening.voucherId,
      marketId: market,
      amount,
    },
  });
}

/** Locks what a market stands for until this transaction ends: two acts never pass its limit together. */
export async function lockOpenings(session: Session, market: MarketId): Promise<void> {
  await session.query({
    name: 'lock-openings',
    text: `select id from ledger_account where kind = 'opening' and owner_id = $1 for no key update`,
    values: [market],
  });
}

import type { Amount, VoucherId } from '#src/contract/brands.ts';
import {
  decideCustomerVoid,
  decideStallVoid,
  type OpeningVoucher,
  type WhyOpeningStays,
} from '#src/domain/operations/opening-void.ts';
import { lockStallDues } from '#src/server/ledger/accounts.ts';
import { uuidV7 } from '#src/server/ledger/ids.ts';
import { post } from '#src/server/ledger/journal.ts';
import { leg, marketLeg, voucherLeg, type Leg } from '#src/server/ledger/legs.ts';
import { movementOf, partOf } from '#src/server/ledger/receipts.ts';
import { closeVoucher, isPromised, lockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import type { OpeningEntry } from './opening.ts';

/** A row of an imported sheet about a stall or customer, with its opening. */
export type RowToTake = {
  subject: string;
  /** The sheet created the subject, which did not exist before. */
  isNew: boolean;
  openingId: string | null;
  amount: Amount;
  /** Sum of the subject's openings in all undecided rows of the sheet, smallest unit shown. */
  imported: number;
};

/** The subject's history since its sheet was imported, besides its account. */
export type Touched = {
  hasSold: boolean;
  hasSignedIn: boolean;
  isPaid: boolean;
  hasMore: boolean;
  isEdited: boolean;
};
export const untouched: Touched = {
  hasSold: false,
  hasSignedIn: false,
  isPaid: false,
  hasMore: false,
  isEdited: false,
};

/** Voids a stall's opening: loads, decides, posts. Returns why the row stays, or null on success. */
export async function takeStall(
  session: Session,
  entry: OpeningEntry,
  row: RowToTake,
  touched: Touched,
): Promise<WhyOpeningStays | null> {
  const { subject, isNew, openingId, amount, imported } = row;
  const dues = await lockStallDues(session, subject);
  const opening = openingId === null ? null : amount;
  const { voids, stays } = decideStallVoid({ ...touched, ...dues, isNew, opening, imported });
  if (voids && openingId !== null)
    await postOpeningVoid(session, entry, {
      openingId,
      amount,
      accountId: subject,
      taken: leg('stall', subject, entry.market, 0 - amount),
    });
  return stays;
}

/** Voids a customer's opening on the voucher `account`, and closes the voucher. */
export async function takeCustomer(
  session: Session,
  entry: OpeningEntry,
  { isNew, openingId, amount, account }: RowToTake & { account: VoucherId | null },
  touched: Touched,
): Promise<WhyOpeningStays | null> {
  const opening = account === null ? null : { amount, voucher: await lockOpened(session, account) };
  const { voids, stays } = decideCustomerVoid({ ...touched, isNew, opening });
  if (voids && openingId !== null && account !== null) {
    const taken = voucherLeg(account, entry.market, 0 - amount);
    await postOpeningVoid(session, entry, { openingId, amount, accountId: account, taken });
    await closeVoucher(session, account, 'voided', entry.recordedAt);
  }
  return stays;
}

async function lockOpened(session: Session, id: VoucherId): Promise<OpeningVoucher | null> {
  const voucher = await lockVoucher(session, id);
  if (!voucher) return null;
  const { balance, closedAs, blocked } = voucher;
  return {
    balance,
    isClosed: closedAs !== null,
    isBlocked: blocked !== null,
    isPromised: await isPromised(session, id),
  };
}

/** Posts the whole opening with reversed signs. */
async function postOpeningVoid(
  session: Session,
  entry: OpeningEntry,
  {
    openingId,
    accountId,
    amount,
    taken,
  }: { openingId: string; accountId: string; amount: Amount; taken: Leg },
): Promise<void> {
  const { market } = entry;
  await post(session, {
    ...movementOf(entry),
    id: uuidV7(entry.recordedAt.getTime()),
    reference: partOf(entry.op, openingId),
    kind: 'opening-void',
    legs: [taken, marketLeg('opening', market, amount)],
    detail: { openingId, accountId, marketId: market, amount },
  });
}

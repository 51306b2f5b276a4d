import type { Pesos } from '#src/contract/brands.ts';
import { payable, type StallDues } from './cash/payout.ts';

/** Why an opening, or the account made with it, stays when its import is undone. */
export type WhyOpeningStays = 'signed-in' | 'sold' | 'paid' | 'spent' | 'in-review' | 'has-more' | 'edited';

/** A row's stall, and its history since the sheet was imported. Smallest unit shown. */
export type StallToTake = StallDues & {
  /** The sheet created the stall, which did not exist before. */
  isNew: boolean;
  /** Its opening, not voided yet; null when the row has none. */
  opening: Pesos | null;
  /** Sum of the stall's openings in all undecided rows of the sheet. */
  imported: Pesos;
  hasSold: boolean;
  hasSignedIn: boolean;
  /** It was paid after its opening. */
  isPaid: boolean;
};

/** A row's customer, and their history since the sheet was imported. Smallest unit shown. */
export type CustomerToTake = {
  isNew: boolean;
  /** Their opening, not voided yet, and its voucher; null when the row has none. */
  opening: { amount: Pesos; voucher: OpeningVoucher | null } | null;
  /** The customer has more than the vouchers of this sheet. */
  hasMore: boolean;
  isEdited: boolean;
};
export type OpeningVoucher = { balance: Pesos; isClosed: boolean; isBlocked: boolean; isPromised: boolean };

/** `voids`: the opening is reversed. `stays` is null when the account made by the row is hidden. */
export type OpeningVoidPlan = { voids: boolean; stays: WhyOpeningStays | null };

const kept = (stays: WhyOpeningStays): OpeningVoidPlan => ({ voids: false, stays });

/**
 * Decides the void of a stall's unused opening. A new stall with any other balance, even from another sheet,
 * keeps its opening.
 */
export function decideStallVoid(stall: StallToTake): OpeningVoidPlan {
  const { isNew, opening, imported, owed, isPaid } = stall;
  if (isNew && stall.hasSold) return kept('sold');
  if (isNew && stall.hasSignedIn) return kept('signed-in');
  if (isNew && owed !== imported) return kept(isPaid ? 'paid' : 'has-more');
  if (opening === null) return { voids: false, stays: null };
  return isPaid || payable(stall) < opening ? kept('paid') : { voids: true, stays: null };
}

/** An unspent opening is voided even if its customer stays because they have more than the sheet imported. */
export function decideCustomerVoid({ isNew, opening, hasMore, isEdited }: CustomerToTake): OpeningVoidPlan {
  const why = opening && whyKept(opening.amount, opening.voucher);
  if (why) return kept(why);
  const edited = isEdited ? 'edited' : null;
  return { voids: opening !== null, stays: isNew ? (hasMore ? 'has-more' : edited) : null };
}

function whyKept(amount: Pesos, voucher: OpeningVoucher | null): WhyOpeningStays | null {
  if (!voucher || voucher.balance !== amount || voucher.isClosed || voucher.isBlocked) return 'spent';
  return voucher.isPromised ? 'in-review' : null;
}

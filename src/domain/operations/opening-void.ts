import type { Pesos } from '#src/contract/brands.ts';
import { payable, type StallDues } from './cash/payout.ts';

/** Why an opening, or what was made with it, stays when it is taken back. */
export type WhyOpeningStays = 'signed-in' | 'sold' | 'paid' | 'spent' | 'in-review' | 'has-more' | 'edited';

/** A row's stall, and what has happened to it since its sheet was imported. Smallest unit shown. */
export type StallToTake = StallDues & {
  /** the sheet made the stall; else it was there */
  isNew: boolean;
  /** its opening, not voided yet; null when the row has none */
  opening: Pesos | null;
  /** the sum of the stall's openings in all rows of the sheet that are not decided yet */
  imported: Pesos;
  hasSold: boolean;
  hasSignedIn: boolean;
  /** it was paid after its opening */
  isPaid: boolean;
};

/** A row's customer, and what has happened to them since the sheet was imported. Smallest unit shown. */
export type CustomerToTake = {
  isNew: boolean;
  /** their opening, not voided yet, and its voucher; null when the row has none */
  opening: { amount: Pesos; voucher: OpeningVoucher | null } | null;
  /** the customer has more than the vouchers of this sheet */
  hasMore: boolean;
  isEdited: boolean;
};
export type OpeningVoucher = { balance: Pesos; isClosed: boolean; isBlocked: boolean; isPromised: boolean };

/** `voids`: the opening is reversed. `stays` is null when what the row made is hidden. */
export type OpeningVoidPlan = { voids: boolean; stays: WhyOpeningStays | null };

const kept = (stays: WhyOpeningStays): OpeningVoidPlan => ({ voids: false, stays });

/**
 * Voids openings of stalls that were not used since. A new stall that is owed something else, also by another sheet,
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

/** An unspent opening is voided even where its customer stays because they have more than the sheet imported. */
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

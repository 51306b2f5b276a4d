import * as z from 'zod/mini';
import { voucherIdField } from '#src/contract/fields.ts';
import type { ConflictReason } from '#src/contract/purchases/schemas.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Pesos, Amount, MarketId, VoucherId } from '#src/protocol/brands.ts';
import { amountField, idField } from '#src/protocol/fields.ts';
import { refuse, review, wait, type CallDecision, type Decision, type Waits } from '../decision.ts';
import { doubtOf, type JournalFacts } from '../doubt.ts';
import type { Transfer } from '../transfer.ts';

/** A point's cash becomes a voucher's balance. */
export type TopUpMovement = {
  transfers: Transfer<'cash', 'voucher'>;
  detail: {
    voucherId: VoucherId;
    customerId: string;
    topUpPointId: string;
    marketId: MarketId;
    amount: Amount;
  };
};

/** Fields that make a top-up the same one, by a call or in a journal; its void names it by them. */
export const topUpIdentity = { monto: amountField, uuid: voucherIdField, clientId: idField };
export const topUpPayload = z.strictObject(topUpIdentity);
export type TopUpPayload = z.infer<typeof topUpPayload>;

/** A point's unreceived cash, and its ceiling. Smallest unit shown. */
export type TillRoom = { cash: Pesos; ceiling: Pesos };

/** Cash for a new voucher; amounts in the smallest unit shown. */
export type TopUpFacts = {
  /** Maximum of one top-up. */
  max: Pesos;
  /** State of the named person, after merges. */
  customer: 'active' | 'deleted' | 'unknown';
  /** inactive: the point or its market may not work. */
  point: 'active' | 'inactive' | 'unknown';
  /** An account already has the voucher's id. */
  isVoucherTaken: boolean;
  /**
   * Approved by a person of the market or by this server's seal. Its amount, its point, that point's till and
   * a deleted customer no longer matter.
   */
  isApproved: boolean;
  /** Null when it is approved. */
  till: TillRoom | null;
};

/** An entry in a kiosk's journal: the cash was taken and the voucher issued. */
export type TopUpEntry = JournalFacts & {
  /** The point belongs to another market than the device. */
  isForeignPoint: boolean;
  /** The customer's id names another person, who was registered under it first. */
  isCustomerTaken: boolean;
  /** Limits of a device without a session, per voucher and in total. Null when the point is signed in. */
  unsigned: { each: Pesos; inAll: Pesos } | null;
};

/** `unsignedMost`: limit of the device's total without a session, counted on posting. Null when not counted. */
export type TopUpPlan = { unsignedMost: Pesos | null };

/** Why a person decides about a top-up that a call would refuse. */
const reasonOf: Partial<Record<RefusalCode, ConflictReason>> = {
  UNKNOWN_CUSTOMER: 'CUSTOMER_GONE',
  FORBIDDEN: 'OPERATOR_INACTIVE',
  // The cash was taken, and its customer holds a voucher.
  TILL_FULL: 'TILL_FULL',
  // Another point may have seen the paper. The customer gets a new voucher.
  VOUCHER_EXISTS: 'ID_TAKEN',
};

/**
 * Decides a top-up by a call with a session, or by a person's decision about a line. `isProven`: this server's seal
 * shows that it was accepted, and it brings its customer back.
 */
export function decideTopUp(
  { amount }: { amount: Pesos },
  { max, customer, point, isVoucherTaken, isApproved, till }: TopUpFacts,
  isProven = false,
): CallDecision<TopUpPlan> | Waits {
  if (amount > max && !isApproved) return refuse('AMOUNT_TOO_LARGE', max);
  if (customer === 'unknown' && !isProven) return refuse('UNKNOWN_CUSTOMER');
  if (customer === 'deleted' && !isApproved) return refuse('UNKNOWN_CUSTOMER');
  // It may be approved again.
  if (point === 'unknown' || (point === 'inactive' && !isApproved)) return wait('FORBIDDEN');
  if (isVoucherTaken) return refuse('VOUCHER_EXISTS');
  if (till && !isApproved && amount > roomIn(till)) return refuse('TILL_FULL', roomIn(till));
  return { kind: 'post', plan: { unsignedMost: null } };
}

/** Decides a top-up of a kiosk's journal. */
export function decideKioskTopUp(
  command: { amount: Pesos },
  facts: TopUpFacts,
  entry: TopUpEntry,
): Decision<TopUpPlan> {
  // It may have registered after the restored copy was made.
  if (facts.point === 'unknown') return wait('FORBIDDEN');
  // This market owes no voucher for that cash.
  if (entry.isForeignPoint && !entry.isProven) return refuse('FORBIDDEN');
  const doubt = doubtOf(entry);
  if (doubt) return review(doubt);
  if (entry.isCustomerTaken) return review('ID_TAKEN');
  const decided = decideTopUp(command, facts, entry.isProven);
  if (decided.kind !== 'post') return review(reasonOf[decided.code] ?? 'BEYOND_LIMITS');
  if (!entry.unsigned || entry.isProven) return decided;
  return command.amount > entry.unsigned.each
    ? beyondUnsigned
    : { kind: 'post', plan: { unsignedMost: entry.unsigned.inAll } };
}

/**
 * Without a session, only the device's key vouches for a top-up. Its total limit is counted last, under its
 * lock.
 */
export const beyondUnsigned = review('BEYOND_LIMITS');

/** Returns how much a point may still take before its cash is received, smallest unit shown. */
function roomIn({ cash, ceiling }: TillRoom): Pesos {
  return Math.max(0, ceiling - cash);
}

import { purchaseReceiptSchema, type PurchaseReceipt } from '#src/contract/purchases/schemas.ts';
import { leftOf, type RefusalCode } from '#src/contract/refusals.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { refusalSentence, type RefusalFacts } from '#src/domain/purchase/refusal-sentence.ts';
import { toAmount, type OpId } from '#src/protocol/brands.ts';
import type { ConflictLine } from '#src/server/journal/ports/rows.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';

/** Thrown inside the operation's savepoint: nothing of it is recorded, and its result is `again`. */
export class RetryLater extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

export function refusedResult(
  opId: OpId,
  code: RefusalCode,
  facts: RefusalFacts,
  state: 'refused' | 'again' = 'refused',
): SyncResult {
  return {
    opId,
    state,
    refusal: { message: refusalSentence(code, facts), code, opId, ...leftOf(code, facts) },
  };
}

/** Result of a paid purchase, whether or not its voucher covered it. */
export function paidResult(opId: OpId, purchase: PurchaseReceipt): SyncResult {
  const { missing = toAmount(0), reason } = purchase;
  return {
    opId,
    state: missing > 0 ? 'settled-with-overspend' : 'accepted',
    purchase,
    ...(missing > 0 ? { missing } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Returns an acceptance's result from its receipt: paid, or the refusal. */
export function acceptanceResult(receipt: Receipt, facts: RefusalFacts): SyncResult {
  if (receipt.refusal) return refusedResult(receipt.opId, receipt.refusal, facts);
  const { purchase } = receipt.answer;
  // The loss of a sale whose voucher never arrived is assigned without a purchase, so the result only reports
  // it as settled.
  if (purchase === undefined)
    return {
      opId: receipt.opId,
      state: 'settled-with-overspend',
      missing: toAmount(Number(receipt.answer['missing'])),
    };
  return paidResult(receipt.opId, purchaseReceiptSchema.parse(purchase));
}

/** Returns the result of a sale that was settled, or has a line. */
export function settledResult(settled: Receipt | ConflictLine): SyncResult {
  return 'state' in settled ? openResult(settled) : acceptanceResult(settled, {});
}

/** Result of a recorded operation that is still open. */
export function openResult({ opId, state, reason }: ConflictLine): SyncResult {
  return { opId, state: state === 'waiting' ? 'waiting-top-up' : 'in-review', reason };
}

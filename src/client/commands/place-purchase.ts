import { isEnrolled } from '#src/client/local/device/enrolment.ts';
import { moneyDb } from '#src/client/local/money-db.ts';
import { appendOperation } from '#src/client/local/outbox.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import type { PurchasePayload } from '#src/contract/envelope.ts';
import type { VoucherState } from '#src/contract/voucher.ts';
import { decidePurchase } from '#src/domain/decide-purchase.ts';
import { refusalSentence } from '#src/domain/refusal-sentence.ts';
import type { CommandResult } from './command-result.ts';
import { newOpId } from './new-op-id.ts';

export type PurchaseIntent = {
  /** made when the sale screen opened */
  opId: string;
  payload: PurchasePayload;
  /** person signed in, empty for the holder of the link */
  operatorId: string;
  /** the voucher as this device last saw it, smallest unit shown; null: the server has not been asked */
  voucher: { monto: number; state: VoucherState } | null;
  label: { userName: string; estanteName: string; proof?: string };
};

/**
 * Places a purchase: decides by what is known here, then writes it down in one local transaction. Nothing comes back
 * through this call: the receipt arrives in the database, and the screen reads it there.
 */
export async function placePurchase(intent: PurchaseIntent): Promise<CommandResult> {
  const refusal = decidePurchase(
    intent.voucher ?? { monto: Number.MAX_SAFE_INTEGER, state: 'ACTIVE' },
    intent.payload.price,
  );
  if (refusal) {
    const { code, left } = refusal;
    return { kind: 'refused', code, message: refusalSentence(code, { left, symbol: currencySymbol() }) };
  }
  const { opId, payload, operatorId, label } = intent;
  try {
    const decidesAlone = payload.by === 'stall' && (await isEnrolled(moneyDb));
    const operation = {
      opId,
      operatorId,
      occurredAt: new Date(),
      label,
      ...(decidesAlone ? { offline: { kind: 'deciding' as const } } : {}),
      kind: 'purchase' as const,
      payload,
    };
    await appendOperation(moneyDb, operation, newOpId());
    requestSync();
    return { kind: 'saved', opId, decidesAlone };
  } catch (error) {
    reportStorageFailure(error);
    return { kind: 'storage-failed', reason: String(error) };
  }
}

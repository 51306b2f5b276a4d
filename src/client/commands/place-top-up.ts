import { isEnrolled } from '#src/client/local/device/enrolment.ts';
import { moneyDb } from '#src/client/local/money-db.ts';
import { appendOperation } from '#src/client/local/outbox.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import type { TopUpPayload } from '#src/contract/envelope.ts';
import type { CommandResult } from './command-result.ts';
import { newOpId } from './new-op-id.ts';

export type TopUpIntent = {
  /** made when the form opened */
  opId: string;
  payload: TopUpPayload;
  operatorId: string;
  label: { userName: string };
};

/** Places a top-up: one local transaction, then the drain sends it. The voucher exists once its receipt is here. */
export async function placeTopUp(intent: TopUpIntent): Promise<CommandResult> {
  const { opId, payload, operatorId, label } = intent;
  try {
    const decidesAlone = await isEnrolled(moneyDb);
    const operation = {
      opId,
      operatorId,
      occurredAt: new Date(),
      label: { ...label, estanteName: '' },
      ...(decidesAlone ? { offline: { kind: 'deciding' as const } } : {}),
      kind: 'top-up' as const,
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

import { readEnvelope, type StoredEnvelope } from '#src/client/local/operation.ts';
import type { Exposure } from '#src/client/local/rows.ts';

/** null: this kind, or a version unknown here, exposes nothing. */
export function exposureOf(stored: StoredEnvelope): Exposure | null {
  const envelope = readEnvelope(stored);
  if (envelope?.kind === 'purchase')
    return {
      opId: envelope.opId,
      kind: 'purchase',
      voucherId: envelope.payload.codeQrUuid,
      amount: envelope.payload.price,
      accepted: false,
    };
  if (envelope?.kind === 'top-up')
    return {
      opId: envelope.opId,
      kind: 'top-up',
      voucherId: envelope.payload.uuid,
      amount: envelope.payload.monto,
      accepted: false,
    };
  return null;
}

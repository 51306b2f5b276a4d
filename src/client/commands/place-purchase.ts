import { currencySymbol } from '#src/client/state/page-facts.ts';
import type { OpId, Pesos } from '#src/contract/brands.ts';
import type { PurchasePayload, TopUpPayload } from '#src/contract/devices/envelope.ts';
import type { VoucherState } from '#src/contract/money/voucher.ts';
import { decidePurchase } from '#src/domain/purchase/decide-purchase.ts';
import { refusalSentence } from '#src/domain/purchase/refusal-sentence.ts';
import { type CommandResult, placeOperation } from './place-operation.ts';
import type { CommandPorts } from './ports.ts';

export type PurchaseIntent = {
  /** made when the sale screen opened */
  opId: OpId;
  payload: PurchasePayload;
  /** person signed in, empty for the holder of the link */
  operatorId: string;
  /** the voucher as this device last saw it, smallest unit shown; null: the server has not been asked */
  voucher: { monto: Pesos; state: VoucherState } | null;
  label: { userName: string; estanteName: string; proof?: string };
};

/**
 * Places a purchase: decides by what is known here, then writes it down in one local transaction. Nothing comes back
 * through this call: the receipt arrives in the database, and the screen reads it there.
 */
export async function placePurchase(ports: CommandPorts, intent: PurchaseIntent): Promise<CommandResult> {
  const refusal = decidePurchase(
    intent.voucher ?? { monto: Number.MAX_SAFE_INTEGER, state: 'ACTIVE' },
    intent.payload.price,
  );
  if (refusal) {
    const { code, left } = refusal;
    return { kind: 'refused', code, message: refusalSentence(code, { left, symbol: currencySymbol() }) };
  }
  const { opId, payload, operatorId, label } = intent;
  const occurredAt = new Date(ports.clock.now());
  const operation = { opId, operatorId, occurredAt, label, kind: 'purchase' as const, payload };
  return placeOperation(ports, operation, payload.by === 'stall');
}

export type TopUpIntent = {
  /** made when the form opened */
  opId: OpId;
  payload: TopUpPayload;
  operatorId: string;
  label: { userName: string };
};

/** Places a top-up: one local transaction, then the drain sends it. The voucher exists once its receipt is here. */
export function placeTopUp(
  ports: CommandPorts,
  { opId, payload, operatorId, label }: TopUpIntent,
): Promise<CommandResult> {
  const occurredAt = new Date(ports.clock.now());
  const operation = {
    opId,
    operatorId,
    occurredAt,
    label: { ...label, estanteName: '' },
    kind: 'top-up' as const,
    payload,
  };
  return placeOperation(ports, operation, true);
}

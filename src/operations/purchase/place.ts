import { type ByDevice, type CommandResult, placeOperation } from '#src/client/commands/place-operation.ts';
import type { HolderPorts } from '#src/client/commands/ports.ts';
import { currencySymbol } from '#src/client/state/page-facts.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { ownSentence } from '#src/domain/purchase/own-sentence.ts';
import type { OpId, Pesos } from '#src/protocol/brands.ts';
import { decidePurchase, type PurchasePayload } from './rule.ts';

export type PurchaseIntent = {
  /** Generated when the sale screen opened. */
  opId: OpId;
  payload: PurchasePayload;
  /** Signed-in person; empty for the holder of the link. */
  operatorId: string;
  /** The voucher as this device last saw it, smallest unit shown; null when the server was not asked. */
  voucher: { monto: Pesos; state: VoucherState } | null;
  label: { userName: string; estanteName: string; proof?: string };
};

/**
 * Places a purchase: decides by local knowledge, then writes it in one local transaction. This call returns
 * no result of the sale: the receipt arrives in the database, where the screen reads it.
 */
export async function placePurchase(
  ports: HolderPorts,
  intent: PurchaseIntent,
  device: ByDevice | null,
): Promise<CommandResult> {
  const refused = refusedBy(intent.voucher, intent.payload.price);
  if (refused) return refused;
  const { opId, payload, operatorId, label } = intent;
  const occurredAt = new Date(ports.clock.now());
  const operation = { opId, operatorId, occurredAt, label, kind: 'purchase' as const, payload };
  return placeOperation(ports, operation, device);
}

/**
 * Applies the voucher as the server last showed it. Returns null when the server was not asked or the voucher
 * can pay.
 */
function refusedBy(voucher: PurchaseIntent['voucher'], price: Pesos): CommandResult | null {
  const refusal = decidePurchase(voucher ?? { monto: Number.MAX_SAFE_INTEGER, state: 'ACTIVE' }, price);
  if (!refusal) return null;
  const { code, left } = refusal;
  return { kind: 'refused', code, message: ownSentence(code, { left, symbol: currencySymbol() }) };
}

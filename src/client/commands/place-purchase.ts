import { currencySymbol } from '#src/client/state/page-facts.ts';
import type { Amount, OpId, Pesos } from '#src/contract/brands.ts';
import type { CountedPieces } from '#src/contract/cash/till.ts';
import type { SaleLine } from '#src/contract/purchases/sale-line.ts';
import type { PurchasePayload, SaleShare, TopUpPayload } from '#src/contract/sync/envelope.ts';
import type { VoucherState } from '#src/contract/vouchers/schemas.ts';
import { decidePurchase } from '#src/domain/operations/sale.ts';
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
  const refused = refusedBy(intent.voucher, intent.payload.price);
  if (refused) return refused;
  const { opId, payload, operatorId, label } = intent;
  const occurredAt = new Date(ports.clock.now());
  const operation = { opId, operatorId, occurredAt, label, kind: 'purchase' as const, payload };
  return placeOperation(ports, [operation], payload.by === 'stall');
}

export type SharedSaleIntent = {
  estanteId: string;
  estanteName: string;
  operatorId: string;
  /** what was sold: noted with the first share */
  lines?: SaleLine[];
  /** in the order the codes were read; `voucher` as in a purchase */
  shares: readonly [ShareIntent, ...ShareIntent[]];
};
type ShareIntent = SaleShare & Pick<PurchaseIntent, 'voucher'> & { userName: string; proof: string };

/**
 * Places a sale that several codes pay: each share is a purchase of its own that names them all, and all of them are written down
 * in one local transaction. Nothing is written when one of them is refused here.
 */
export async function placeSharedSale(
  ports: CommandPorts,
  { estanteId, estanteName, operatorId, lines, shares: intended }: SharedSaleIntent,
): Promise<CommandResult> {
  const shares = intended.map(({ opId, userId, codeQrUuid, price }) => ({ opId, userId, codeQrUuid, price }));
  const occurredAt = new Date(ports.clock.now());
  const operationOf = ({ opId, userId, codeQrUuid, price, userName, proof }: ShareIntent) => ({
    opId,
    operatorId,
    occurredAt,
    label: { userName, estanteName, proof },
    kind: 'purchase' as const,
    payload: { userId, estanteId, codeQrUuid, price, by: 'stall' as const, shares },
  });
  for (const { voucher, price } of intended) {
    const refused = refusedBy(voucher, price);
    if (refused) return refused;
  }
  const [first, ...others] = intended;
  const { payload, ...rest } = operationOf(first);
  const noted = { ...rest, payload: { ...payload, ...(lines ? { lines } : {}) } };
  return placeOperation(ports, [noted, ...others.map(operationOf)], true);
}

/** By what the server said of the voucher when it was read; null: it was not asked, or may be bought with. */
function refusedBy(voucher: PurchaseIntent['voucher'], price: Pesos): CommandResult | null {
  const refusal = decidePurchase(voucher ?? { monto: Number.MAX_SAFE_INTEGER, state: 'ACTIVE' }, price);
  if (!refusal) return null;
  const { code, left } = refusal;
  return { kind: 'refused', code, message: refusalSentence(code, { left, symbol: currencySymbol() }) };
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
  return placeOperation(ports, [operation], true);
}

export type HandOverIntent = {
  /** made when the count began, so that a second tap is the same hand-over */
  opId: OpId;
  monto: Amount;
  /** what it was counted by; empty: one amount */
  pieces: readonly CountedPieces[];
  operatorId: string;
};

/** Writes a hand-over down and has it sent. Without a link it waits: the cash may be on its way meanwhile. */
export function handOverTill(ports: CommandPorts, intent: HandOverIntent): Promise<CommandResult> {
  const { opId, monto, pieces, operatorId } = intent;
  const operation = {
    opId,
    operatorId,
    occurredAt: new Date(ports.clock.now()),
    label: { userName: '', estanteName: '' },
    kind: 'till-hand-over' as const,
    payload: { monto, ...(pieces.length === 0 ? {} : { pieces: [...pieces] }) },
  };
  return placeOperation(ports, [operation], false);
}

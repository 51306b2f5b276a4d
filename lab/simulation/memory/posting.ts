import type { OpId } from '#src/protocol/brands.ts';
import { uniqueViolation, type MemoryLedger, type MemoryMovement, type UndoLog } from './ledger.ts';

/** Posts a movement like the journal; voucher balances follow their legs. */
export function postingTo(
  ledger: MemoryLedger,
  log: UndoLog,
  now: () => Date,
): (movement: MemoryMovement) => void {
  return (movement) => {
    if (hasMovement(ledger, movement.reference)) throw uniqueViolation('movement_reference_key');
    for (const { account, amount } of movement.legs) {
      if (account.kind !== 'voucher') continue;
      const voucher = ledger.vouchers.get(account.ownerId);
      if (!voucher || voucher.balance + amount < 0) throw new Error('a voucher fell below 0');
      log.set(ledger.vouchers, voucher.id, { ...voucher, balance: voucher.balance + amount });
    }
    log.set(ledger.movements, movement.id, movement);
    log.set(ledger.movedAt, movement.id, now().getTime());
    log.set(ledger.postedIn, movement.id, ledger.position);
  };
}

function hasMovement(ledger: MemoryLedger, reference: OpId): boolean {
  return [...ledger.movements.values()].some((movement) => movement.reference === reference);
}

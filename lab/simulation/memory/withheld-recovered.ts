import type { RecoveredPurchase } from '#src/server/journal/ports/rows.ts';
import type { MemoryLedger } from './ledger.ts';

/** Payments by vouchers for returned sales whose devices have not reported everything, less voids. */
export function withheldRecovered(
  ledger: MemoryLedger,
  isMeant: (sale: RecoveredPurchase, movement: string) => boolean,
): number {
  const { recovered, purchases, movements } = ledger;
  const held = new Set(
    [...purchases].flatMap(([id, { reference }]) => {
      const sale = recovered.get(reference);
      return sale?.isHeld && isMeant(sale, id) ? [id] : [];
    }),
  );
  return [...movements.values()]
    .filter(({ id, takesBack }) => held.has(takesBack ?? id))
    .flatMap(({ legs }) => legs)
    .reduce((sum, { account, amount }) => (account.kind === 'voucher' ? sum - amount : sum), 0);
}

import type { TakingsDay } from '#src/domain/operations/cash/takings.ts';
import type { RecoveredSale } from '#src/server/sync/ports/epoch-port.ts';
import type { MemoryLedger } from './ledger.ts';

/** The product's default for a new market. */
export const newStallDay = 500_000;

/** A stall's daily sales after voids, without any review. */
export function takingsOf(ledger: MemoryLedger, stall: string): TakingsDay[] {
  const none = { UNUSUAL: 0, OVER_CEILING: 0 };
  const days = new Map<string, number>();
  for (const { id, takesBack, legs } of ledger.movements.values()) {
    const sale = takesBack ?? id;
    if (ledger.purchases.get(sale)?.stallId !== stall) continue;
    const day = new Date(ledger.movedAt.get(sale) ?? 0).toISOString().slice(0, 10);
    const earned = legs.filter(({ account }) => account.kind === 'stall');
    days.set(
      day,
      earned.reduce((sum, { amount }) => sum + amount, days.get(day) ?? 0),
    );
  }
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, sold]) => ({
      day,
      taken: Math.max(0, sold),
      overCeiling: 0,
      heldElsewhere: 0,
      isPaid: false,
      released: none,
      kept: none,
    }));
}

/** Payments by vouchers for returned sales whose devices have not reported everything, less voids. */
export function heldRecovered(
  ledger: MemoryLedger,
  isMeant: (sale: RecoveredSale, movement: string) => boolean,
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

import type { VoucherId } from '#src/contract/brands.ts';
import type { MemoryLedger } from './memory-ledger.ts';
import type { Handlers } from './memory-session.ts';

/** The statements from which lists of balances are made, and the one that asks for the time. No voucher ends here. */
export function listStatements(ledger: MemoryLedger, databaseNow: () => Date): Handlers {
  const after = (id: unknown, ids: Iterable<VoucherId>): VoucherId[] =>
    [...ids].filter((one) => one > String(id)).toSorted();
  const rowOf = (id: VoucherId): { id: VoucherId; balance: number }[] => {
    const voucher = ledger.vouchers.get(id);
    return voucher ? [{ id, balance: voucher.blocked ? 0 : voucher.balance }] : [];
  };
  const hasSome = (id: VoucherId): boolean => (rowOf(id)[0]?.balance ?? 0) > 0;
  return {
    'database-clock': () => [
      { at: databaseNow(), recorded: new Date(Math.max(0, ...ledger.movedAt.values())) },
    ],
    'snapshot-active': ([, id]) =>
      after(id, ledger.vouchers.keys() as Iterable<VoucherId>)
        .filter(hasSome)
        .flatMap(rowOf),
    // All are of kiosks, and younger than what a full list forgets.
    'snapshot-kiosk': ([, , id]) =>
      after(id, ledger.vouchers.keys() as Iterable<VoucherId>)
        .filter((voucher) => !hasSome(voucher))
        .flatMap(rowOf),
    'snapshot-changes': ([, , position, id]) =>
      after(id, changedSince(ledger, Number(position))).flatMap(rowOf),
  };
}

function changedSince(ledger: MemoryLedger, position: number): Set<VoucherId> {
  const changed = new Set<VoucherId>();
  for (const { id, legs } of ledger.movements.values())
    if ((ledger.postedIn.get(id) ?? 0) >= position)
      for (const { account } of legs) if (account.kind === 'voucher') changed.add(account.ownerId);
  for (const change of ledger.blockChanges.values())
    if (change.position >= position) changed.add(change.voucherId);
  return changed;
}

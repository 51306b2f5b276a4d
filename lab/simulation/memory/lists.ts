import { toVoucherId, type VoucherId } from '#src/protocol/brands.ts';
import type { Handlers } from './handlers.ts';
import type { MemoryLedger } from './ledger.ts';

/** The statements behind balance lists. */
export function listStatements(ledger: MemoryLedger): Handlers {
  const after = (id: unknown, ids: Iterable<VoucherId>): VoucherId[] =>
    [...ids].filter((one) => one > String(id)).toSorted();
  const rowOf = (voucherId: VoucherId): { voucherId: VoucherId; balance: number }[] => {
    const voucher = ledger.vouchers.get(voucherId);
    const isDead = voucher?.blocked != null;
    return voucher ? [{ voucherId, balance: isDead ? 0 : voucher.balance }] : [];
  };
  const hasSome = (id: VoucherId): boolean => (rowOf(id)[0]?.balance ?? 0) > 0;
  const isOf = (market: unknown, id: VoucherId): boolean => ledger.vouchers.get(id)?.marketId === market;
  const seenIn = (market: unknown): Set<VoucherId> =>
    new Set(
      [...ledger.purchases.values()]
        .filter(({ stallId }) => ledger.stalls.get(stallId)?.marketId === market)
        .map(({ voucherId }) => voucherId),
    );
  return {
    'settled-position': () => [{ position: ledger.position }],
    'snapshot-active': ([, market, id]) =>
      after(id, ledger.vouchers.keys() as Iterable<VoucherId>)
        .filter((voucher) => isOf(market, voucher) && hasSome(voucher))
        .flatMap((voucher) => rowOf(voucher)),
    // All are kiosks', and younger than what a full list forgets.
    'snapshot-kiosk': ([, market, , id]) =>
      after(id, ledger.vouchers.keys() as Iterable<VoucherId>)
        .filter((voucher) => isOf(market, voucher) && !hasSome(voucher))
        .flatMap((voucher) => rowOf(voucher)),
    'snapshot-seen': ([, market, , id]) =>
      after(id, seenIn(market))
        .filter((voucher) => !isOf(market, voucher))
        .flatMap((voucher) => rowOf(voucher)),
    'snapshot-changes': ([, market, , position, id]) => {
      const changed = changedSince(ledger, Number(position));
      const seen = seenIn(market);
      return after(id, changed)
        .filter((voucher) => isOf(market, voucher) || seen.has(voucher))
        .flatMap((voucher) => rowOf(voucher));
    },
  };
}

function changedSince(ledger: MemoryLedger, position: number): Set<VoucherId> {
  const changed = new Set<VoucherId>();
  for (const { id, legs } of ledger.movements.values())
    if ((ledger.postedIn.get(id) ?? 0) >= position)
      for (const { account } of legs)
        if (account.kind === 'voucher') changed.add(toVoucherId(account.ownerId));
  for (const change of ledger.blockChanges.values())
    if (change.position >= position) changed.add(change.voucherId);
  return changed;
}

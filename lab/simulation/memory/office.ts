import { toPoints, type MarketId, type VoucherId } from '#src/protocol/brands.ts';
import type { Handlers } from './handlers.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';

const one = [{}];

/** The statements of points, clearing, and market days. */
export function officeStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return { ...pointStatements(ledger, log), ...closeStatements(ledger, log) };
}

function sumOfPoints(entries: readonly { points: number }[]): number {
  return entries.reduce((sum, { points }) => sum + points, 0);
}

function pointStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    // Credit between markets is tested on PostgreSQL.
    'credit-left': () => [{ left: 200_000_000 }],
    'lock-customers': () => one,
    'held-points': ([ids, market, since]) =>
      (ids as string[]).map((id) => {
        const entries = [...ledger.points].filter(
          ([, entry]) => entry.customerId === id && entry.marketId === market,
        );
        const redeemed = entries.flatMap(([movement, entry]) =>
          ledger.movements.get(movement)?.kind === 'redemption' &&
          (ledger.movedAt.get(movement) ?? 0) >= (since as Date).getTime()
            ? [entry]
            : [],
        );
        return {
          id,
          balance: sumOfPoints(entries.map(([, entry]) => entry)),
          redeemed: 0 - sumOfPoints(redeemed),
        };
      }),
    'insert-points': ([movement, customerId, marketId, points]) => {
      const entry = { customerId: String(customerId), marketId: marketId as MarketId };
      log.set(ledger.points, String(movement), { ...entry, points: toPoints(Number(points)) });
      return one;
    },
  };
}

function closeStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  const nameOf = (id: string) => ({ id, code: id.slice(0, 6).toUpperCase(), name: id.slice(0, 4) });
  const markets = () => [...ledger.limits.keys()].map(nameOf);
  return {
    'market-names': markets,
    'named-market': ([, own]) => markets().filter(({ id }) => id === own),
    'lock-clearing': () => one,
    'insert-clearing': () => one,
    'insert-expiry': () => one,
    'mark-expired': ([id]) => {
      const voucher = ledger.vouchers.get(id as VoucherId);
      if (voucher && voucher.closedAs === null)
        log.set(ledger.vouchers, voucher.id, { ...voucher, closedAs: 'expired' });
      return one;
    },
    'account-owners': ([type, market]) =>
      [...ledger.devices.values()]
        .filter(({ marketId }) => marketId === market)
        .flatMap(({ operators }) => operators)
        .flatMap((id) => ledger.operators.get(id) ?? [])
        .filter(({ userType }) => userType === type)
        .map(({ id, ownerName }) => ({ id, owner_name: ownerName, stall_name: ownerName })),
  };
}

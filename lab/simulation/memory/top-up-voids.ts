import type { VoucherId } from '#src/protocol/brands.ts';
import { one, type Handlers } from './handlers.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';

/**
 * The statements that void top-ups. Days are tested on PostgreSQL: here it is always the
 * same one.
 */
export function topUpVoidStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    'top-up-to-void': ([asked, op, paper, market]) =>
      [...ledger.movements.values()].flatMap(({ id, kind, reference, legs }) => {
        if (kind !== 'top-up') return [];
        const cash = legs.find(({ account }) => account.kind === 'cash');
        const voucher = legs.find(({ account }) => account.kind === 'voucher');
        if (!cash || !voucher) return [];
        const [voucherId, pointId, marketId] = [
          voucher.account.ownerId,
          cash.account.ownerId,
          cash.account.marketId,
        ];
        if (asked !== id && op !== reference && paper !== voucherId) return [];
        if (market !== null && market !== marketId) return [];
        return [{ id, voucherId, pointId, marketId, amount: voucher.amount, same_day: true }];
      }),
    // A till's ceiling is tested on PostgreSQL.
    'till-ceiling': () => [{ ceiling: Number.MAX_SAFE_INTEGER }],
    // Counts are tested on PostgreSQL.
    'missing-at-count': () => [],
    'void-of-top-up': ([topUp]) => [...ledger.movements.values()].filter(({ undoes }) => undoes === topUp),
    'open-lines-of-voucher': ([id]) =>
      [...ledger.conflicts.values()].filter(
        ({ voucherId, kind, state }) =>
          voucherId === id && kind === 'sale' && (state === 'waiting' || state === 'review'),
      ),
    'insert-top-up-void': ([movementId, topUpId]) => {
      const movement = ledger.movements.get(String(movementId));
      if (movement) log.set(ledger.movements, movement.id, { ...movement, undoes: String(topUpId) });
      return one;
    },
    'close-voucher': ([id, at, closedAs]) => {
      const voucher = ledger.vouchers.get(id as VoucherId);
      if (!voucher) return [];
      const atMs = (at as Date).getTime();
      log.set(ledger.vouchers, voucher.id, {
        ...voucher,
        closedAs: closedAs as 'voided',
        blocked: 'person',
        blockedAt: voucher.blockedAt ?? atMs,
        personBlockedAt: voucher.personBlockedAt ?? atMs,
      });
      const { position, blockChanges } = ledger;
      log.set(blockChanges, blockChanges.size, { voucherId: voucher.id, position });
      return one;
    },
  };
}

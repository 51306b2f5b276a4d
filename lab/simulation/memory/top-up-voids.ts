import type { VoucherId } from '#src/protocol/brands.ts';
import type { Handlers } from './handlers.ts';
import type { MemoryLedger, MemoryMovement, UndoLog } from './ledger.ts';

const one = [{}];

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
    // The start of a page's counts is tested on PostgreSQL.
    'till-ceilings': () => [],
    'insert-cash-received': ([movement, , , , , closes]) => {
      if (closes === true) log.set(ledger.closings, String(movement), true);
      return one;
    },
    'missing-at-count': ([point, at]) => missingAtCount(ledger, String(point), at as Date),
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

/** Shortage of this till's first closing count after `at`. */
function missingAtCount(ledger: MemoryLedger, point: string, at: Date): object[] {
  const all = [...ledger.movements.values()];
  const timeOf = (id: string): number => ledger.movedAt.get(id) ?? 0;
  const sumOf = (legs: MemoryMovement['legs'], kind: string): number =>
    legs.filter(({ account }) => account.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const pointOf = (id: string | undefined): string | undefined =>
    all.find((one) => one.id === id)?.legs.find(({ account }) => account.kind === 'cash')?.account.ownerId;
  const count = all
    .filter(
      ({ id, legs }) => ledger.closings.has(id) && legs.some(({ account }) => account.ownerId === point),
    )
    .filter(({ id }) => timeOf(id) > at.getTime())
    .toSorted((one, other) => timeOf(one.id) - timeOf(other.id))[0];
  if (!count) return [];
  const explained = all
    .filter(
      ({ undoes, id }) => undoes !== undefined && pointOf(undoes) === point && timeOf(id) >= timeOf(count.id),
    )
    .reduce((sum, { legs }) => sum + sumOf(legs, 'cash-difference'), 0);
  return [{ missing: Math.max(0, 0 - sumOf(count.legs, 'cash-difference')) - explained }];
}

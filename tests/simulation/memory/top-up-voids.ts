import { mostForOne } from '#tests/simulation/world/config.ts';
import type { VoucherId } from '#src/contract/brands.ts';
import type { MemoryLedger, UndoLog } from './ledger.ts';
import type { Handlers } from './session.ts';

const one = [{}];

/** The statements with which a top-up is undone, and what is left given back. Days are tested on PostgreSQL: here it is always the same one. */
export function topUpVoidStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    'top-up-to-void': ([name, market, point]) =>
      [...ledger.movements.values()].flatMap(({ id, kind, legs }) => {
        if (kind !== 'top-up') return [];
        const cash = legs.find(({ account }) => account.kind === 'cash');
        const voucher = legs.find(({ account }) => account.kind === 'voucher');
        if (!cash || !voucher) return [];
        const [voucherId, pointId, marketId] = [
          voucher.account.ownerId,
          cash.account.ownerId,
          cash.account.marketId,
        ];
        if (name !== id && name !== voucherId) return [];
        if ((market !== null && market !== marketId) || (point !== null && point !== pointId)) return [];
        return [{ id, voucherId, pointId, marketId, amount: voucher.amount, same_day: true }];
      }),
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
    'refund-rules': () => [{ on: true, cap: mostForOne, decidedBy: 'Mercado' }],
    'last-refund-number': () => [
      { number: [...ledger.movements.values()].filter(({ kind }) => kind === 'refund').length },
    ],
    'refunded-to-customer': ([customerId, marketId, , free]) => [
      {
        sum: [...ledger.movements.values()]
          .filter(({ kind, because = '' }) => kind === 'refund' && !(free as string[]).includes(because))
          .flatMap(({ legs }) => legs)
          .filter(
            ({ account }) =>
              account.kind === 'voucher' &&
              account.marketId === marketId &&
              ledger.vouchers.get(account.ownerId)?.ownerId === customerId,
          )
          .reduce((sum, { amount }) => sum - amount, 0),
      },
    ],
    'insert-refund': ([movementId, , , , , , because]) => {
      const movement = ledger.movements.get(String(movementId));
      if (movement) log.set(ledger.movements, movement.id, { ...movement, because: String(because) });
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

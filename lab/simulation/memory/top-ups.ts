import { toAmount, type MarketId, type VoucherId } from '#src/protocol/brands.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';
import { one, type Handlers } from './handlers.ts';
import { insertReceipt, uniqueViolation, type MemoryLedger, type UndoLog } from './ledger.ts';

/**
 * The statements that make and void top-ups.
 */
export function topUpStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  return {
    'top-up-facts': ([pointId, customerId, voucherId]) => {
      const device = [...ledger.devices.values()].find(({ operators }) =>
        operators.includes(String(pointId)),
      );
      const operator = ledger.operators.get(String(pointId));
      const given = ledger.customers.get(String(customerId));
      const row = given?.mergedInto ? ledger.customers.get(given.mergedInto) : given;
      return [
        {
          point:
            device && operator?.userType === 'RECARGA'
              ? { id: operator.id, marketId: device.marketId, isActive: operator.isActive }
              : null,
          customer: row ? { ...row.customer, isVisible: true } : null,
          isVoucherTaken: ledger.vouchers.has(voucherId as VoucherId),
        },
      ];
    },
    'open-voucher': ([id, ownerId, marketId, face]) => {
      if (ledger.vouchers.has(id as VoucherId)) throw uniqueViolation('voucher_pkey');
      log.set(ledger.vouchers, String(id), {
        id: id as VoucherId,
        ownerId: String(ownerId),
        marketId: marketId as MarketId,
        face: toAmount(Number(face)),
        balance: toAmount(0),
        blocked: null,
        personBlockedAt: null,
        blockedAt: null,
        closedAs: null,
      });
      return one;
    },
    // Its movement says as much.
    'insert-top_up': () => one,
    'insert-receipts': ([receipts]) => {
      for (const receipt of JSON.parse(String(receipts)) as Receipt[]) insertReceipt(ledger, log, receipt);
      return one;
    },
    'top-up-to-void': ([asked, op, market]) =>
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
        if (asked !== id && op !== reference) return [];
        if (market !== null && market !== marketId) return [];
        const recordedAt = new Date(ledger.movedAt.get(id) ?? 0);
        return [{ id, voucherId, pointId, marketId, amount: voucher.amount, recordedAt }];
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
    'insert-top_up_void': ([movementId, topUpId]) => {
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

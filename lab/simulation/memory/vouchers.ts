import { toAmount, type MarketId, type VoucherId } from '#src/protocol/brands.ts';
import { shortCodeOf } from '#src/protocol/voucher-link.ts';
import { one, type Handlers } from './handlers.ts';
import type { MemoryLedger, MemoryVoucher, UndoLog } from './ledger.ts';

/** Vouchers opened, locked, blocked and reissued. */
export function voucherStatements(ledger: MemoryLedger, log: UndoLog): Handlers {
  const change = (id: unknown, patch: Partial<MemoryVoucher>): object[] => {
    const voucher = ledger.vouchers.get(String(id));
    if (!voucher) return [];
    log.set(ledger.vouchers, voucher.id, { ...voucher, ...patch });
    const { position, blockChanges } = ledger;
    if (patch.blocked !== undefined)
      log.set(blockChanges, blockChanges.size, { voucherId: voucher.id, position });
    return one;
  };
  return {
    'voucher-issued-by': ([movement]) => {
      const id = ledger.issued.get(String(movement));
      return id ? [{ id }] : [];
    },
    'locked-voucher': ([id]) => {
      const voucher = ledger.vouchers.get(String(id));
      const customer = voucher && ledger.customers.get(voucher.ownerId)?.customer;
      if (!voucher || !customer) return [];
      const { blocked, blockedAt, personBlockedAt, expiresAt } = voucher;
      return [
        {
          ...voucher,
          personId: ledger.customers.get(voucher.ownerId)?.mergedInto ?? voucher.ownerId,
          ownerName: customer.ownerName,
          identificacion: customer.identificacion,
          shortCode: shortCodeOf(voucher.id),
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
          blocked,
          blockedAt: blockedAt === null ? null : new Date(blockedAt),
          personBlockedAt: personBlockedAt === null ? null : new Date(personBlockedAt),
        },
      ];
    },
    'voucher-id-taken': ([id]) => [{ taken: ledger.vouchers.has(String(id)) }],
    'open-voucher': ([id, ownerId, marketId, face, , expiresAt]) => {
      const voucher: MemoryVoucher = {
        id: id as VoucherId,
        ownerId: String(ownerId),
        marketId: marketId as MarketId,
        face: toAmount(Number(face)),
        balance: toAmount(0),
        blocked: null,
        personBlockedAt: null,
        blockedAt: null,
        closedAs: null,
        expiresAt: (expiresAt as Date | null)?.getTime() ?? null,
      };
      log.set(ledger.vouchers, voucher.id, voucher);
      return one;
    },
    'block-voucher': ([id, at]) => {
      const voucher = ledger.vouchers.get(String(id));
      const atMs = (at as Date).getTime();
      if (!voucher || voucher.personBlockedAt !== null) return [];
      return change(id, {
        blocked: 'person',
        personBlockedAt: atMs,
        blockedAt: voucher.blockedAt ?? atMs,
      });
    },
    'unblock-voucher': ([id]) =>
      ledger.vouchers.get(String(id))?.blocked == null
        ? []
        : change(id, { blocked: null, personBlockedAt: null, blockedAt: null }),
    'successor-of-voucher': ([id]) => {
      const next = ledger.reissued.get(id as VoucherId);
      return next ? [{ new_voucher_id: next }] : [];
    },
    'allow-credit': () => one,
    'was-reissued': ([id]) => (ledger.reissued.has(id as VoucherId) ? one : []),
    'insert-reissue': ([movement, , voucherId, newVoucherId]) => {
      log.set(ledger.reissued, voucherId as VoucherId, newVoucherId as VoucherId);
      log.set(ledger.issued, String(movement), newVoucherId as VoucherId);
      return one;
    },
  };
}

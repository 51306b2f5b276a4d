import { post } from '#src/server/ledger/journal.ts';
import { postPurchaseIn, postPurchasesIn, postSale } from '#src/server/ledger/purchases.ts';
import { postTopUpIn } from '#src/server/ledger/top-ups.ts';
import { voidPurchase } from '#src/server/ledger/void-purchase.ts';
import { blockVoucher, lockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Session } from '#src/server/store/database.ts';
import type { MoneyPort } from '#src/server/sync/ports/ports.ts';

export function moneyPort(session: Session): MoneyPort {
  return {
    postPurchase: (entry, now) => postPurchaseIn(session, now, entry),
    postPurchases: (entries, now) => postPurchasesIn(session, now, entries),
    postTopUp: (entry) => postTopUpIn(session, { ...entry, isKioskSigned: true }),
    lockVoucher: (id) => lockVoucher(session, id),
    blockVoucher: async (id, at) => {
      await blockVoucher(session, id, at);
    },
    takeBackPurchase: async (entry) => {
      await voidPurchase(session, { ...entry, stall: null, timeZone: 'UTC' });
    },
    postSale: (sale, now) => postSale(session, sale, now),
    post: async (movement) => {
      await post(session, movement);
    },
  };
}

import { blockVoucher } from '#src/server/ledger/block-voucher.ts';
import { postPurchaseIn, postPurchasesIn } from '#src/server/ledger/post-purchases.ts';
import { postTopUpIn } from '#src/server/ledger/post-top-up.ts';
import { postVoid } from '#src/server/ledger/post-void.ts';
import { insertSettledPurchase, lockVoucher, postMovement } from '#src/server/ledger/settle-posting.ts';
import type { Session } from '#src/server/store/database.ts';
import type { MoneyPort } from './sync-ports.ts';

export function moneyPort(session: Session): MoneyPort {
  return {
    placePurchase: (entry, now) => postPurchaseIn(session, now, entry),
    placePurchases: (entries, now) => postPurchasesIn(session, now, entries),
    placeTopUp: (entry) => postTopUpIn(session, { ...entry, isKioskSigned: true }),
    lockVoucher: (id) => lockVoucher(session, id),
    blockVoucher: async (id, at) => {
      await blockVoucher(session, id, at);
    },
    takeBackPurchase: async (entry) => {
      await postVoid(session, {
        ...entry,
        reason: 'Retirada: no se entregó nada',
        stall: null,
        timeZone: 'UTC',
      });
    },
    postMovement: (movement) => postMovement(session, movement),
    insertPurchase: (purchase) => insertSettledPurchase(session, purchase),
  };
}

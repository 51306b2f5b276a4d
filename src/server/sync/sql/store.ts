import type { VoucherId } from '#src/contract/brands.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import type { SyncStore, SyncTransaction, MoneyPort } from '#src/server/sync/ports/ports.ts';
import { post } from '#src/server/ledger/journal.ts';
import { postPurchaseIn, postPurchasesIn, postSale } from '#src/server/ledger/purchases.ts';
import { postTopUpIn } from '#src/server/ledger/top-ups.ts';
import { voidPurchase } from '#src/server/ledger/void-purchase.ts';
import { blockVoucher, lockVoucher } from '#src/server/ledger/vouchers.ts';
import { deviceFactsPort } from './device-facts.ts';
import { devicePort } from './devices.ts';
import { journalPort } from './journal.ts';
import { peoplePort } from './people.ts';
import { settlementPort } from './settlement.ts';

/** The storage of the sync service over SQL. */
export function createSqlSyncStore(database: Database): SyncStore {
  return {
    inTransaction: (work) => database.transaction((session) => work(over(session)), 'money'),
  };
}

function over(session: Session): SyncTransaction {
  return {
    attempt: (work) => inSavepoint(session, work),
    ...devicePort(session),
    ...deviceFactsPort(session),
    ...journalPort(session),
    ...peoplePort(session),
    ...moneyPort(session),
    ...settlementPort(session),
  };
}

async function inSavepoint<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.query({ text: 'savepoint entry' });
  try {
    const value = await work();
    await session.query({ text: 'release savepoint entry' });
    return value;
  } catch (error) {
    await session.query({ text: 'rollback to savepoint entry' });
    await session.query({ text: 'release savepoint entry' });
    throw error;
  }
}

function moneyPort(session: Session): MoneyPort {
  return {
    knownVouchers: async (ids) => {
      const { rows } = await session.query<{ id: VoucherId }>({
        name: 'known-vouchers',
        text: 'select id from voucher where id = any ($1::uuid[])',
        values: [ids],
      });
      return new Set(rows.map(({ id }) => id));
    },
    postPurchase: (entry, now) => postPurchaseIn(session, now, entry),
    postPurchases: (entries, now) => postPurchasesIn(session, now, entries),
    postTopUp: (entry) => postTopUpIn(session, { ...entry, isKioskSigned: true }),
    lockVoucher: (id) => lockVoucher(session, id),
    blockVoucher: async (id, at) => {
      await blockVoucher(session, id, 'overspend', at);
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

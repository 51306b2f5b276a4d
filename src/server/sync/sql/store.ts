import type { Database, Session } from '#src/server/store/database.ts';
import type { SyncStore, SyncTransaction } from '#src/server/sync/ports/ports.ts';
import { devicePort } from './devices.ts';
import { journalPort } from './journal.ts';
import { moneyPort } from './money.ts';
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

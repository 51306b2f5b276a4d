import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { prepareEntries } from '#src/server/journal/envelopes/prepare.ts';
import { createSealer } from '#src/server/journal/envelopes/receipt-seal.ts';
import { settlePrepared } from '#src/server/journal/settle-prepared.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { syncOverSql } from '#src/server/sync-over-sql.ts';
import { unsealed } from '#tests/support/device/signed-device.ts';

/** Settles these entries inside the session's transaction, so many in one of the engine's. */
export async function settleIn(
  session: Session,
  deviceId: string,
  entries: readonly SyncEntry[],
  { now, maxPerTransaction }: { now: Date; maxPerTransaction: number },
) {
  let transactions = 0;
  const database = nested(session);
  const { sync } = syncOverSql({
    database: {
      ...database,
      transaction: (work) => {
        transactions += 1;
        return database.transaction(work);
      },
    },
    now: () => now,
    sealer: createSealer(Buffer.alloc(32, 8)),
    config: {
      topUpMax: 2_000_000,
      voucherDays: 0,
      timeZone: 'America/Bogota',
      publicUrl: '',
      currencySymbol: '$',
    },
    onFailure: (error) => {
      throw error;
    },
  });
  const issueLink = () => Promise.resolve({ urlCodeQr: 'http://m', expiresAt: null });
  const deps = { ...sync, issueLink, maxPerTransaction };
  const [author] = await deps.store.readDevices([deviceId]);
  if (!author) throw new Error('the device is enrolled');
  const prepared = await prepareEntries(deps, author, entries);
  transactions = 0;
  const { results } = await settlePrepared(deps, author, prepared, { signedIn: null, now });
  return { results: unsealed(results), transactions };
}

/** The session as a database: a call that fails is undone alone. */
export function nested(session: Session): Database {
  const undoable = async <T>(work: () => Promise<T>): Promise<T> => {
    await session.query({ text: 'savepoint inside' });
    try {
      return await work();
    } catch (error) {
      await session.query({ text: 'rollback to savepoint inside' });
      throw error;
    } finally {
      await session.query({ text: 'release savepoint inside' });
    }
  };
  return {
    sessionCount: 1,
    query: (statement) => undoable(() => session.query(statement)),
    transaction: (work) => undoable(() => work(session)),
    close: () => Promise.resolve(),
  };
}

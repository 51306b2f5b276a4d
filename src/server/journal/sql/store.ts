import { readIdentification } from '#src/domain/identification.ts';
import {
  postPurchaseIn,
  postPaidPurchases,
  postDecidedPurchase,
  lockCreditLeft,
  type PurchaseAct,
  type SellingStall,
} from '#src/operations/purchase/post.ts';
import { loadTopUpVoid, postTopUpVoid } from '#src/operations/top-up-void/post.ts';
import { loadTopUp, postTopUp } from '#src/operations/top-up/post.ts';
import { loadVoid, postVoid } from '#src/operations/void/post.ts';
import type { OpId, VoucherId } from '#src/protocol/brands.ts';
import type {
  JournalEntry,
  NewIncident,
  NewJournalEntry,
  SyncCustomer,
  VoucherToSettle,
} from '#src/server/journal/ports/rows.ts';
import { post, type Movement } from '#src/server/ledger/movements.ts';
import { findReceipt, insertReceipts, readReceipts, type Receipt } from '#src/server/ledger/receipts.ts';
import { isVoucherIdTaken, blockVoucher, closeVoucher, lockVoucher } from '#src/server/ledger/vouchers.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import { insertConsent } from '#src/server/store/records/consents.ts';
import { insertPerson, isFoundByDocument } from '#src/server/store/records/people.ts';
import { notePurchaseLines } from '#src/server/store/records/purchase-lines.ts';
import { deviceFactsPort } from './device-facts.ts';
import { devicePort, presencePort } from './devices.ts';
import { epochPort } from './epochs.ts';
import { on } from './on.ts';
import { settlementPort } from './settlement.ts';

/** Storage of the sync service over SQL. Beside its transactions it has the statements that also run alone. */
export function createSqlSyncStore(database: Database) {
  const single: Session = { query: (statement) => database.query(statement, 'money') };
  const { readDevices, readOperators, readLimits, readTillRoom } = devicePort(single);
  const { readEpoch, readOutcomes, readOwnOutcomes, noteReturned } = epochPort(single);
  return {
    /**
     * Applies all of `work` or nothing, and throws what `work` throws. Two transactions may run at once. A
     * unique key, a deadlock or a serialization failure throws an Error with PostgreSQL's `code` (23505, 40P01,
     * 40001).
     */
    inTransaction: <Value>(work: (tx: ReturnType<typeof over>) => Promise<Value>): Promise<Value> =>
      database.transaction((session) => work(over(session)), 'money'),
    readDevices,
    readOperators,
    readLimits,
    readTillRoom,
    readEpoch,
    readOutcomes,
    readOwnOutcomes,
    noteReturned,
  };
}

export function over(session: Session) {
  return {
    /** Runs `work` in a savepoint, which its error rolls back before it is rethrown. Not nested. */
    attempt: <Value>(work: () => Promise<Value>): Promise<Value> => inSavepoint(session, work),
    ...devicePort(session),
    ...presencePort(session),
    ...deviceFactsPort(session),
    ...journalPort(session),
    ...peoplePort(session),
    ...moneyPort(session),
    ...settlementPort(session),
    ...epochPort(session),
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

function moneyPort(session: Session) {
  return {
    /** Returns those of these vouchers that exist. */
    knownVouchers: async (ids: readonly VoucherId[]): Promise<ReadonlySet<VoucherId>> => {
      const { rows } = await session.query<{ id: VoucherId }>({
        name: 'known-vouchers',
        text: 'select id from voucher where id = any ($1::uuid[])',
        values: [ids],
      });
      return new Set(rows.map(({ id }) => id));
    },
    ...on(session, {
      notePurchaseLines,
      isVoucherIdTaken,
      lockCreditLeft,
      loadVoid,
      postVoid,
      loadTopUp,
      postTopUp,
      loadTopUpVoid,
      postTopUpVoid,
      postDecidedPurchase,
    }),
    postPurchase: (entry: PurchaseAct, now: Date) => postPurchaseIn(session, now, entry),
    postPaidPurchases: (entries: readonly PurchaseAct[], now: Date) =>
      postPaidPurchases(session, now, entries),
    lockVoucher: (id: VoucherId): Promise<VoucherToSettle | null> => lockVoucher(session, id),
    /** Blocks the voucher because of a shortfall. */
    blockVoucher: async (id: VoucherId, at: Date): Promise<void> => {
      await blockVoucher(session, id, 'overspend', at);
    },
    /** Closes the voucher of an undone top-up permanently. */
    closeVoucher: (id: VoucherId, at: Date) => closeVoucher(session, id, 'voided', at),
    post: async (movement: Movement): Promise<void> => {
      await post(session, movement);
    },
  };
}

const customerColumns = 'c.id, c.owner_name as "ownerName", c.identificacion, c.created_at as "createdAt"';

export function peoplePort(session: Session) {
  return {
    /** Returns the customer with this id or the one it was merged into. Null when there is none. */
    readCustomer: async (id: string): Promise<SyncCustomer | null> => {
      const { rows } = await session.query<SyncCustomer>({
        name: 'sync-customer',
        text: `select ${customerColumns} from person given join person c on c.id = coalesce(given.merged_into, given.id)
          where given.id = $1 and c.user_type = 'USUARIO'`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    /** Returns the visible customer with this document, in any spelling. */
    findCustomer: async (identificacion: string): Promise<SyncCustomer | null> => {
      const document = readIdentification(identificacion);
      const { rows } = await session.query<SyncCustomer>({
        name: 'sync-customer-named',
        text: `select ${customerColumns} from person d join person c on c.id = coalesce(d.merged_into, d.id)
          where ${isFoundByDocument('d')} and c.visible and d.document_number = $1 and d.document_type = $2
          order by d.visible desc limit 1`,
        values: [document.number, document.type],
      });
      return rows[0] ?? null;
    },
    /**
     * `mergedInto`: stored hidden, so that links with its id keep working. Fails with 23505 when the id or the
     * identification is taken.
     */
    insertCustomer: async (
      { id, ownerName, identificacion, createdAt }: SyncCustomer,
      mergedInto: string | null,
    ): Promise<void> => {
      await insertPerson(session, {
        id,
        user_type: 'USUARIO',
        status: 'APROBADO',
        identificacion,
        owner_name: ownerName,
        created_at: createdAt,
        ...(mergedInto === null ? {} : { merged_into: mergedInto }),
      });
    },
    ...on(session, { insertConsent }),
    /** Returns the stall in any state, because a completed sale is paid. */
    readStall: async (id: string): Promise<SellingStall | null> => {
      const { rows } = await session.query<SellingStall>({
        name: 'sync-stall',
        text: `select s.id, s.market_id as "marketId", s.stall_name as name, m.points_every as "pointsEvery"
          from person s join market m on m.id = s.market_id where s.id = $1 and s.user_type = 'ESTANTE'`,
        values: [id],
      });
      return rows[0] ?? null;
    },
  };
}

const entryColumns = `op_id as "opId", device_id as "deviceId", seq, hash, prev_hash as "prevHash",
  is_fork as "isFork", contact`;

export function journalPort(session: Session) {
  return {
    findEntry: async (opId: OpId): Promise<JournalEntry | null> => {
      const { rows } = await session.query<JournalEntry>({
        name: 'journal-entry',
        text: `select ${entryColumns} from journal_entry where op_id = $1`,
        values: [opId],
      });
      return rows[0] ?? null;
    },
    findEntries: async (opIds: readonly OpId[]): Promise<JournalEntry[]> => {
      const { rows } = await session.query<JournalEntry>({
        name: 'journal-entries',
        text: `select ${entryColumns} from journal_entry where op_id = any ($1::text[])`,
        values: [opIds],
      });
      return rows;
    },
    /** Returns the entries with these numbers. Two with one number are a fork. */
    findEntriesAt: async (deviceId: string, seqs: readonly number[]): Promise<JournalEntry[]> => {
      const { rows } = await session.query<JournalEntry>({
        name: 'journal-entries-at',
        text: `select ${entryColumns} from journal_entry where device_id = $1 and seq = any ($2::bigint[]) order by seq, op_id`,
        values: [deviceId, seqs],
      });
      return rows;
    },
    /** Fails with 23505 when the opId exists. */
    insertEntry: (entry: NewJournalEntry) => insertEntries(session, [entry]),
    insertIncidents: async (incidents: readonly NewIncident[]): Promise<void> => {
      // A clock incident keeps the newest time. Any other incident is recorded once.
      await session.query({
        name: 'insert-incidents',
        text: `insert into device_incident as i (device_id, kind, seq, op_id, noticed_at)
          select distinct on ("deviceId", kind, seq, "opId") "deviceId", kind, seq, "opId", "noticedAt" from jsonb_to_recordset($1::text::jsonb)
            as e ("deviceId" uuid, kind text, seq bigint, "opId" text, "noticedAt" timestamptz)
          on conflict (device_id, kind, seq, op_id) do update set noticed_at = excluded.noticed_at where i.kind = 'clock'`,
        values: [JSON.stringify(incidents)],
      });
    },
    ...on(session, { insertEntries, findReceipt, readReceipts, insertReceipts }),
    /** Returns whether the id has been used for any operation. */
    isAnswered: async (opId: OpId) => (await readReceipts(session, [opId])).isAnswered(opId),
    /** Stores the first answer to an operation, permanently. Fails with 23505 when there is one. */
    insertReceipt: (receipt: Receipt, recordedAt: Date) => insertReceipts(session, [receipt], recordedAt),
  };
}

async function insertEntries(session: Session, entries: readonly NewJournalEntry[]): Promise<void> {
  await session.query({
    name: 'insert-journal-entries',
    text: `insert into journal_entry
        (op_id, device_id, seq, hash, prev_hash, is_fork, contact, kind, envelope, sig, uploaded_by, recorded_at)
      select "opId", "deviceId", seq, hash, "prevHash", "isFork", contact, envelope ->> 'kind', envelope, sig,
        "uploadedBy", "recordedAt"
      from jsonb_to_recordset($1::text::jsonb) as e ("opId" text, "deviceId" uuid, seq bigint, hash text, "prevHash" text,
        "isFork" boolean, contact bigint, envelope jsonb, sig text, "uploadedBy" uuid, "recordedAt" timestamptz)`,
    values: [JSON.stringify(entries)],
  });
}

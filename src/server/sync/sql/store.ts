import { readIdentification } from '#src/domain/identification.ts';
import type { VoucherId } from '#src/protocol/brands.ts';
import { post } from '#src/server/ledger/journal.ts';
import {
  postPurchaseIn,
  postPaidPurchases,
  postDecidedPurchase,
  lockCreditLeft,
  type SellingStall,
} from '#src/server/ledger/purchases.ts';
import { findReceipt, insertReceipts, readReceipts } from '#src/server/ledger/receipts.ts';
import { postTopUpIn } from '#src/server/ledger/top-ups.ts';
import { isVoucherIdTaken, blockVoucher, closeVoucher, lockVoucher } from '#src/server/ledger/vouchers.ts';
import { lockTillRoom } from '#src/server/operations/cash/locked-till.ts';
import { loadTopUpVoid, postTopUpVoid } from '#src/server/operations/top-up-void.ts';
import { loadVoid, postVoid } from '#src/server/operations/void.ts';
import { insertConsent } from '#src/server/records/consents.ts';
import { insertPerson } from '#src/server/records/people.ts';
import { noteSaleLines } from '#src/server/records/sale-lines.ts';
import type { Database, Session } from '#src/server/store/database.ts';
import type { PeoplePort, SyncCustomer } from '#src/server/sync/ports/people-port.ts';
import type {
  SyncStore,
  SyncTransaction,
  MoneyPort,
  JournalEntry,
  JournalPort,
  NewJournalEntry,
} from '#src/server/sync/ports/ports.ts';
import type { ReceiptPort } from '#src/server/sync/ports/receipt-port.ts';
import { deviceFactsPort } from './device-facts.ts';
import { devicePort, presencePort } from './devices.ts';
import { epochPort } from './epochs.ts';
import { settlementPort } from './settlement.ts';

/** Storage of the sync service over SQL. */
export function createSqlSyncStore(database: Database): SyncStore {
  const single: Session = { query: (statement) => database.query(statement, 'money') };
  return {
    inTransaction: (work) => database.transaction((session) => work(over(session)), 'money'),
    ...devicePort(single),
    ...epochPort(single),
  };
}

function over(session: Session): SyncTransaction {
  return {
    attempt: (work) => inSavepoint(session, work),
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
    noteSaleLines: (noted) => noteSaleLines(session, noted),
    postPurchase: (entry, now) => postPurchaseIn(session, now, entry),
    postPaidPurchases: (entries, now) => postPaidPurchases(session, now, entries),
    postTopUp: (entry) => postTopUpIn(session, { ...entry, isKioskSigned: true }),
    isVoucherIdTaken: (id) => isVoucherIdTaken(session, id),
    lockVoucher: (id) => lockVoucher(session, id),
    blockVoucher: async (id, at) => {
      await blockVoucher(session, id, 'overspend', at);
    },
    lockCreditLeft: (issuer, seller) => lockCreditLeft(session, issuer, seller),
    loadVoid: (asked) => loadVoid(session, asked),
    postVoid: (loaded, plan, entry) => postVoid(session, loaded, plan, entry),
    loadTopUpVoid: (asked) => loadTopUpVoid(session, asked),
    postTopUpVoid: (loaded, plan, entry) => postTopUpVoid(session, loaded, plan, entry),
    lockTillRoom: (point) => lockTillRoom(session, point),
    closeVoucher: (id, at) => closeVoucher(session, id, 'voided', at),
    postDecidedPurchase: (sale, now) => postDecidedPurchase(session, sale, now),
    post: async (movement) => {
      await post(session, movement);
    },
  };
}

const customerColumns = 'c.id, c.owner_name as "ownerName", c.identificacion, c.created_at as "createdAt"';

export function peoplePort(session: Session): PeoplePort {
  return {
    readCustomer: async (id) => {
      const { rows } = await session.query<SyncCustomer>({
        name: 'sync-customer',
        text: `select ${customerColumns} from person given join person c on c.id = coalesce(given.merged_into, given.id)
          where given.id = $1 and c.user_type = 'USUARIO'`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    findCustomer: async (identificacion) => {
      const document = readIdentification(identificacion);
      const { rows } = await session.query<SyncCustomer>({
        name: 'sync-customer-named',
        text: `select ${customerColumns} from person c
          where c.user_type = 'USUARIO' and c.visible and c.document_number = $1 and c.document_type = $2`,
        values: [document.number, document.type],
      });
      return rows[0] ?? null;
    },
    insertCustomer: async ({ id, ownerName, identificacion, createdAt }, mergedInto) => {
      await insertPerson(session, {
        id,
        user_type: 'USUARIO',
        status: 'APROBADO',
        email: '',
        identificacion,
        owner_name: ownerName,
        phone: '',
        stall_name: '',
        password_hash: null,
        market_id: null,
        created_at: createdAt,
        ...(mergedInto === null ? {} : { merged_into: mergedInto }),
      });
    },
    insertConsent: (consent) => insertConsent(session, consent),
    isCustomer: async (id) => {
      const { rowCount } = await session.query({
        name: 'is-customer',
        text: `select 1 from person given join person c on c.id = coalesce(given.merged_into, given.id)
          where given.id = $1 and c.user_type = 'USUARIO' and c.visible`,
        values: [id],
      });
      return rowCount > 0;
    },
    readTopUpPoint: async (id) => {
      const { rows } = await session.query<{ marketId: string }>({
        name: 'sync-top-up-point',
        text: `select market_id as "marketId" from person where id = $1 and user_type = 'RECARGA'`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    readStall: async (id) => {
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

export function journalPort(session: Session): JournalPort & ReceiptPort {
  return {
    findEntry: async (opId) => {
      const { rows } = await session.query<JournalEntry>({
        name: 'journal-entry',
        text: `select ${entryColumns} from journal_entry where op_id = $1`,
        values: [opId],
      });
      return rows[0] ?? null;
    },
    findEntries: async (opIds) => {
      const { rows } = await session.query<JournalEntry>({
        name: 'journal-entries',
        text: `select ${entryColumns} from journal_entry where op_id = any ($1::text[])`,
        values: [opIds],
      });
      return rows;
    },
    findEntriesAt: async (deviceId, seqs) => {
      const { rows } = await session.query<JournalEntry>({
        name: 'journal-entries-at',
        text: `select ${entryColumns} from journal_entry where device_id = $1 and seq = any ($2::bigint[]) order by seq, op_id`,
        values: [deviceId, seqs],
      });
      return rows;
    },
    insertEntry: (entry) => insertEntries(session, [entry]),
    insertEntries: (entries) => insertEntries(session, entries),
    insertIncidents: async (incidents) => {
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
    findReceipt: (key) => findReceipt(session, key),
    readReceipts: (opIds) => readReceipts(session, opIds),
    isAnswered: async (opId) => (await readReceipts(session, [opId])).isAnswered(opId),
    insertReceipt: (receipt, recordedAt) => insertReceipts(session, [receipt], recordedAt),
    insertReceipts: (receipts, recordedAt) => insertReceipts(session, receipts, recordedAt),
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

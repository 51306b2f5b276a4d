import { insertReceipts, readReceipt, readReceipts } from '#src/server/ledger/receipts.ts';
import type { Session } from '#src/server/store/database.ts';
import type {
  JournalEntry,
  JournalPort,
  NewJournalEntry,
  ReceiptPort,
} from '#src/server/sync/ports/ports.ts';

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
    insertIncident: async ({ deviceId, kind, seq, opId, noticedAt }) => {
      // A clock incident keeps the newest time; every other incident is recorded once.
      await session.query({
        name: 'insert-incident',
        text: `insert into device_incident as i (device_id, kind, seq, op_id, noticed_at) values ($1, $2, $3, $4, $5)
          on conflict (device_id, kind, seq, op_id) do update set noticed_at = excluded.noticed_at where i.kind = 'clock'`,
        values: [deviceId, kind, seq, opId, noticedAt],
      });
    },
    readReceipt: (opId) => readReceipt(session, opId),
    readReceipts: (opIds) => readReceipts(session, opIds),
    insertReceipt: (receipt, recordedAt) => insertReceipts(session, [receipt], recordedAt),
    insertReceipts: (receipts, recordedAt) => insertReceipts(session, receipts, recordedAt),
  };
}

async function insertEntries(session: Session, entries: readonly NewJournalEntry[]): Promise<void> {
  await session.query({
    name: 'insert-journal-entries',
    text: `insert into journal_entry
        (op_id, device_id, seq, hash, prev_hash, is_fork, contact, kind, envelope, sig, uploaded_by, recorded_at)
      select "opId", "deviceId", seq, hash, "prevHash", "isFork", contact, envelope ->> 'kind', envelope, sig, "uploadedBy", "recordedAt"
      from jsonb_to_recordset($1::text::jsonb) as e ("opId" text, "deviceId" uuid, seq bigint, hash text, "prevHash" text,
        "isFork" boolean, contact bigint, envelope jsonb, sig text, "uploadedBy" uuid, "recordedAt" timestamptz)`,
    values: [JSON.stringify(entries)],
  });
}

import type { OpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/devices/envelope.ts';
import type { OfflineRegistration, SyncEntry } from '#src/contract/devices/sync.ts';
import { envelopeText } from '#src/domain/device/device-proof.ts';
import type { MoneyDb } from './money-db.ts';
import { getMany } from './outbox.ts';
import type { RegistrationRow, SignatureRow } from './rows.ts';

/**
 * These envelopes with their signatures, and the personal data of those that register somebody. What is not signed yet is
 * signed now, and kept: awaiting a key inside the transaction that wrote the envelope would have ended it.
 */
export async function signedEntries(
  db: MoneyDb,
  sign: (text: string) => Promise<string>,
  envelopes: readonly Envelope[],
): Promise<SyncEntry[]> {
  const ids = envelopes.map(({ opId }) => opId);
  const held = await readSignatures(db, ids);
  const registrations = await readRegistrations(db, ids);
  const fresh: SignatureRow[] = [];
  // In parallel: the browser signs outside the page's thread, and a hundred in sequence would be noticeable.
  const entries = await Promise.all(
    envelopes.map(async (envelope, index): Promise<SyncEntry> => {
      const sig = held[index] ?? (await sign(envelopeText(envelope.hash)));
      if (held[index] === undefined) fresh.push({ opId: envelope.opId, sig });
      const registration = registrations[index];
      return { envelope, sig, ...(registration ? { registration } : {}) };
    }),
  );
  if (fresh.length > 0) await keepSignatures(db, fresh);
  return entries;
}

/** Stored signatures, in the order of `opIds`; undefined where there is none yet. */
async function readSignatures(db: MoneyDb, opIds: readonly OpId[]): Promise<(string | undefined)[]> {
  return (await db.signatures.bulkGet([...opIds])).map((row) => row?.sig);
}

/** A second signature of the same hash is as good: the last writer wins, and nothing is lost. */
async function keepSignatures(db: MoneyDb, rows: readonly SignatureRow[]): Promise<void> {
  await db.signatures.bulkPut(rows);
}

async function readRegistrations(
  db: MoneyDb,
  opIds: readonly OpId[],
): Promise<(OfflineRegistration | undefined)[]> {
  const rows = await getMany(db.registrations, opIds);
  return rows.map((row) => row && { ownerName: row.ownerName, identificacion: row.identificacion });
}

/** Customers registered here that the server does not know yet, by name or identification. */
export async function findRegistrations(db: MoneyDb, query: string): Promise<RegistrationRow[]> {
  const wanted = query.trim().toLowerCase();
  const rows = await db.registrations.toArray();
  return rows.filter(({ identificacion }) => identificacion.toLowerCase() === wanted);
}

import { getMany } from '#src/client/local/db/get-many.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import { transact } from '#src/client/local/db/reopen-lost-handle.ts';
import type { RegistrationRow, SignatureRow } from '#src/client/local/db/rows.ts';
import type { OfflineRegistration } from '#src/contract/accounts/notice.ts';
import type { SyncEntry } from '#src/contract/sync/schemas.ts';
import { isSameDocument } from '#src/domain/identification.ts';
import type { Envelope } from '#src/operations/envelopes.ts';
import type { OpId } from '#src/protocol/brands.ts';
import { envelopeText } from '#src/protocol/signed-texts.ts';

/** Signs texts of protocol/signed-texts.ts with the device's key, base64url. */
export type EnvelopeSigner = (text: string) => Promise<string>;

/** Returns these envelopes with their signatures, and the personal data of registrations. */
export async function signedEntries(
  db: MoneyDb,
  sign: EnvelopeSigner,
  envelopes: readonly Envelope[],
): Promise<SyncEntry[]> {
  const unsigned = await transact(db, 'r', tablesToSign(db), (inside) => readUnsigned(inside, envelopes));
  return signed(db, sign, unsigned);
}

/** Tables that `readUnsigned` needs in its transaction. */
export function tablesToSign(db: MoneyDb) {
  return [db.signatures, db.registrations];
}

type Unsigned = { envelope: Envelope; sig: string | undefined; registration?: OfflineRegistration };

/** Returns what `signed` needs: these envelopes with the signatures that were made before. */
export async function readUnsigned(db: MoneyDb, envelopes: readonly Envelope[]): Promise<Unsigned[]> {
  const ids = envelopes.map(({ opId }) => opId);
  const [held, registrations] = await Promise.all([db.signatures.bulkGet(ids), readRegistrations(db, ids)]);
  return envelopes.map((envelope, index) => {
    const registration = registrations[index];
    return { envelope, sig: held[index]?.sig, ...(registration ? { registration } : {}) };
  });
}

/**
 * Missing signatures are made and stored now: awaiting a key inside the transaction that wrote the envelope
 * would have ended it.
 */
export async function signed(
  db: MoneyDb,
  sign: EnvelopeSigner,
  unsigned: readonly Unsigned[],
): Promise<SyncEntry[]> {
  const fresh: SignatureRow[] = [];
  // In parallel: the browser signs outside the page's thread, and a hundred in sequence would be noticeable.
  const entries = await Promise.all(
    unsigned.map(async (entry): Promise<SyncEntry> => {
      const { opId, hash } = entry.envelope;
      const sig = entry.sig ?? (await sign(envelopeText(hash)));
      if (entry.sig === undefined) fresh.push({ opId, sig });
      return { ...entry, sig };
    }),
  );
  // A second signature of the same hash is as valid, so the last writer wins.
  if (fresh.length > 0) await db.signatures.bulkPut(fresh);
  return entries;
}

async function readRegistrations(
  db: MoneyDb,
  opIds: readonly OpId[],
): Promise<(OfflineRegistration | undefined)[]> {
  const rows = await getMany(db.registrations, opIds);
  return rows.map((row) => row && { ownerName: row.ownerName, identificacion: row.identificacion });
}

/** Returns customers registered here and unknown to the server, by document in any spelling. */
export async function findRegistrations(db: MoneyDb, query: string): Promise<RegistrationRow[]> {
  const rows = await db.registrations.toArray();
  return rows.filter(({ identificacion }) => isSameDocument(identificacion, query));
}

import { getMany } from '#src/client/local/db/get-many.ts';
import type { MoneyDb } from '#src/client/local/db/money-db.ts';
import type { RegistrationRow, SignatureRow } from '#src/client/local/db/rows.ts';
import type { OpId } from '#src/contract/brands.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { OfflineRegistration, OperatorSignature, SyncEntry } from '#src/contract/sync/schemas.ts';
import { envelopeText, operatorText } from '#src/domain/device/device-proof.ts';
import { isSameDocument } from '#src/domain/identification.ts';

/** Signs texts of domain/device/device-proof.ts. */
export type EnvelopeSigner = {
  /** Signature by the device, base64url. */
  sign(text: string): Promise<string>;
  /** Signature by a person's own key while it is open in this page, otherwise null. Never throws. */
  signAs(operatorId: string, text: string): Promise<OperatorSignature | null>;
};

/**
 * Returns these envelopes with their signatures, and the personal data of registrations. Missing signatures
 * are made and stored now: awaiting a key inside the transaction that wrote the envelope would have ended it.
 * The person's signature is added whenever their key is open, because they then see what waits in their name.
 */
export async function signedEntries(
  db: MoneyDb,
  signer: EnvelopeSigner,
  envelopes: readonly Envelope[],
): Promise<SyncEntry[]> {
  const ids = envelopes.map(({ opId }) => opId);
  const held = await readSignatures(db, ids);
  const registrations = await readRegistrations(db, ids);
  const fresh: SignatureRow[] = [];
  let isAlone = false;
  // In parallel: the browser signs outside the page's thread, and a hundred in sequence would be noticeable.
  const entries = await Promise.all(
    envelopes.map(async (envelope, index): Promise<SyncEntry> => {
      const row = held[index];
      const sig = row?.sig ?? (await signer.sign(envelopeText(envelope.hash)));
      const operator = row?.operator ?? (await signedByPerson(signer, envelope));
      const ofPerson = operator ? { operator } : {};
      if (!row || operator !== (row.operator ?? null)) fresh.push({ opId: envelope.opId, sig, ...ofPerson });
      isAlone ||= !operator && isPersonal(envelope);
      const registration = registrations[index];
      return { envelope, sig, ...ofPerson, ...(registration ? { registration } : {}) };
    }),
  );
  if (fresh.length > 0) await (isAlone ? addSignatures(db, fresh) : db.signatures.bulkPut(fresh));
  return entries;
}

/** A holder has no key. */
function isPersonal({ operatorId }: Envelope): boolean {
  return operatorId !== '';
}

function signedByPerson(signer: EnvelopeSigner, envelope: Envelope): Promise<OperatorSignature | null> {
  if (!isPersonal(envelope)) return Promise.resolve(null);
  return signer.signAs(envelope.operatorId, operatorText(envelope.hash));
}

/** Returns stored signatures in the order of `opIds`, undefined where there is none. */
export async function readSignatures(
  db: MoneyDb,
  opIds: readonly OpId[],
): Promise<(SignatureRow | undefined)[]> {
  return db.signatures.bulkGet([...opIds]);
}

/**
 * A second signature of the same hash is as valid, so the last writer wins. But a page in which the person's
 * key is closed must not delete a signature that another page made with it.
 */
async function addSignatures(db: MoneyDb, rows: readonly SignatureRow[]): Promise<void> {
  await db.transaction('rw', db.signatures, async () => {
    const held = await db.signatures.bulkGet(rows.map(({ opId }) => opId));
    await db.signatures.bulkPut(rows.map((row, index) => ({ ...held[index], ...row })));
  });
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

import type { Envelope } from '#src/contract/envelope.ts';
import type { SyncEntry } from '#src/contract/sync.ts';
import { envelopeText } from '#src/domain/device-proof.ts';
import type { MoneyDb } from './money-db.ts';
import { readRegistrations } from './registrations.ts';
import type { SignatureRow } from './rows.ts';
import { keepSignatures, readSignatures } from './signatures.ts';

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
  // Side by side: the browser signs apart from the page, and a hundred one after the other would be felt.
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

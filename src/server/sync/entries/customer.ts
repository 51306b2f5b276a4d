import type { Envelope } from '#src/contract/devices/envelope.ts';
import type { OfflineRegistration, SyncResult } from '#src/contract/devices/sync.ts';
import { canonicalHash } from '#src/domain/device/canonical-hash.ts';
import type { SyncCustomer } from '#src/server/sync/ports/ports.ts';
import { recordIncident, refuseEntry, type EntryContext } from './context.ts';

type CustomerEnvelope = Extract<Envelope, { kind: 'customer' }>;

/**
 * A customer registered without a link. When the identification is taken by then, the device's id is stored hidden and
 * merged into that customer. Data other than what the device signed is refused without a receipt: the right data may
 * still arrive.
 */
export async function recordOfflineCustomer(
  context: EntryContext,
  envelope: CustomerEnvelope,
  registration: OfflineRegistration | null,
): Promise<SyncResult> {
  const { tx, now } = context;
  const { clientId, dataHash } = envelope.payload;
  if (await tx.readReceipt(envelope.opId)) return accepted(envelope, await tx.readCustomer(clientId));
  if (!registration || canonicalHash(registration) !== dataHash) {
    if (registration) await recordIncident(context, envelope, 'changed-body');
    return refuseEntry(context, envelope, 'REGISTRATION_CHANGED');
  }
  const known = await tx.readCustomer(clientId);
  const named = await tx.findCustomer(registration.identificacion);
  if (known && known.id !== named?.id) return refuseEntry(context, envelope, 'IDENTIFICATION_TAKEN');
  const fresh = { id: clientId, createdAt: now, ...registration };
  if (!known) await tx.insertCustomer(fresh, named?.id ?? null);
  await tx.insertReceipt(
    { opId: envelope.opId, bodyHash: envelope.hash, refusal: null, answer: { clientId } },
    now,
  );
  return accepted(envelope, named ?? fresh);
}

function accepted({ opId }: CustomerEnvelope, customer: SyncCustomer | null): SyncResult {
  if (!customer) return { opId, state: 'accepted' };
  const { id, ownerName, identificacion, createdAt } = customer;
  return {
    opId,
    state: 'accepted',
    customer: { _id: id, ownerName, identificacion, createAt: createdAt.toISOString() },
  };
}

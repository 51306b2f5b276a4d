import { withoutInvisible } from '#src/contract/fields.ts';
import type { RefusalCode } from '#src/contract/refusals.ts';
import type { Envelope } from '#src/contract/sync/envelope.ts';
import type { OfflineRegistration, SyncResult } from '#src/contract/sync/schemas.ts';
import { canonicalHash } from '#src/domain/device/canonical-hash.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';
import { receiptKeyOf } from '#src/server/sync/envelopes/own-receipt.ts';
import { refusedResult, RetryLater } from '#src/server/sync/envelopes/results.ts';
import { authorRefusal } from './author-rules.ts';
import { recordIncident, refuseEntry, type EntryContext, type EntryFacts } from './context.ts';
import { bringBackCustomer } from './proven.ts';

export type CustomerEnvelope = Extract<Envelope, { kind: 'customer' }>;

/** Registrations that a device may make in a day: what an honest counter does on its busiest, and a stolen one at most. */
const maxRegistrationsADay = 500;

/**
 * A customer registered without a link, by a person who may register on this device. When the identification is taken by then, the device's
 * id is stored hidden and merged into that customer. A refusal is final and has its receipt: a top-up that waits for it goes to review.
 */
export async function recordOfflineCustomer(
  context: EntryContext,
  envelope: CustomerEnvelope,
  facts: EntryFacts,
  registration: OfflineRegistration | null,
): Promise<SyncResult> {
  const { tx, now, author } = context;
  const { clientId } = envelope.payload;
  const signed = signedBy(envelope, registration);
  if (facts.isProven) {
    const { id } = await bringBackCustomer(context, clientId, signed);
    return keep(context, envelope, { id, registration: signed });
  }
  const barred = authorRefusal('customer', facts);
  if (barred === 'FORBIDDEN') return refuse(context, envelope, barred);
  if (barred) return later(context, envelope, barred);
  if (!signed) {
    // The device that carries it may have changed it: the device still has the right one.
    if (context.uploaderId !== author.id) return later(context, envelope, 'REGISTRATION_CHANGED');
    if (registration) await recordIncident(context, envelope, 'changed-body');
    return refuse(context, envelope, 'REGISTRATION_CHANGED');
  }
  const known = await tx.readCustomer(clientId);
  const named = await tx.findCustomer(signed.identificacion);
  if (known && known.id !== named?.id) return refuse(context, envelope, 'IDENTIFICATION_TAKEN');
  if (!known) {
    if (!(await tx.takeRegistration(author.id, now, maxRegistrationsADay)))
      throw new RetryLater('TOO_MANY_REQUESTS');
    await tx.insertCustomer({ id: clientId, createdAt: now, ...signed }, named?.id ?? null);
  }
  const id = named?.id ?? clientId;
  await noteConsent(context, envelope, id);
  return keep(context, envelope, { id, registration: signed });
}

/** The same answer as at first: an answer once given stays. */
export async function customerAgain(
  { tx, ...context }: EntryContext,
  envelope: CustomerEnvelope,
  { refusal }: Receipt,
  registration: OfflineRegistration | null,
): Promise<SyncResult> {
  if (refusal) return refuseEntry({ tx, ...context }, envelope, refusal);
  const customer = await tx.readCustomer(envelope.payload.clientId);
  return accepted(envelope, { id: customer?.id ?? null, registration: signedBy(envelope, registration) });
}

/** The registration that travels beside the envelope, where it is what the device signed; without signs that nobody sees. */
function signedBy(
  { payload }: CustomerEnvelope,
  registration: OfflineRegistration | null,
): OfflineRegistration | null {
  if (!registration || canonicalHash(registration) !== payload.dataHash) return null;
  const { ownerName, identificacion } = registration;
  return { ownerName: seen(ownerName), identificacion: seen(identificacion) };
}

function seen(text: string): string {
  return withoutInvisible(text).trim() || text;
}

/** When and to whom it was said is in the envelope, under the device's signature. An envelope of before says nothing of it. */
async function noteConsent(
  { tx, author, now }: EntryContext,
  { payload, operatorId, occurredAt, clockOffset }: CustomerEnvelope,
  customerId: string,
): Promise<void> {
  if (payload.notice === undefined) return;
  await tx.insertConsent({
    customerId,
    notice: payload.notice,
    how: 'offline',
    operatorId,
    deviceId: author.id,
    marketId: author.marketId,
    givenAt: new Date(Date.parse(occurredAt) + clockOffset),
    recordedAt: now,
  });
}

type Registered = { id: string | null; registration: OfflineRegistration | null };

async function keep(
  { tx, now }: EntryContext,
  envelope: CustomerEnvelope,
  registered: Registered,
): Promise<SyncResult> {
  const { clientId } = envelope.payload;
  await tx.insertReceipt({ ...receiptKeyOf(envelope), refusal: null, answer: { clientId } }, now);
  return accepted(envelope, registered);
}

async function refuse(
  context: EntryContext,
  envelope: CustomerEnvelope,
  refusal: RefusalCode,
): Promise<SyncResult> {
  await context.tx.insertReceipt({ ...receiptKeyOf(envelope), refusal, answer: {} }, context.now);
  return refuseEntry(context, envelope, refusal);
}

function later({ deps }: EntryContext, { opId }: CustomerEnvelope, code: RefusalCode): SyncResult {
  return refusedResult(opId, code, { symbol: deps.currencySymbol }, 'again');
}

/**
 * The id, and beside it what the device sent. It learns nothing of a customer whom the server knew: a document would be a question that
 * anybody with a device may ask.
 */
function accepted({ opId, occurredAt }: CustomerEnvelope, { id, registration }: Registered): SyncResult {
  if (id === null || !registration) return { opId, state: 'accepted' };
  return { opId, state: 'accepted', customer: { _id: id, ...registration, createAt: occurredAt } };
}

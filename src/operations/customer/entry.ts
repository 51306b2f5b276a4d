import type { OfflineRegistration } from '#src/contract/accounts/notice.ts';
import { withoutInvisible } from '#src/contract/fields.ts';
import type { SyncResult } from '#src/contract/sync/schemas.ts';
import { dayOf } from '#src/domain/time/market-clock.ts';
import { refuse, wait } from '#src/operations/decision.ts';
import type { CustomerEnvelope } from '#src/operations/envelopes.ts';
import { toOpId, type OpId } from '#src/protocol/brands.ts';
import { canonicalHash } from '#src/protocol/canonical-hash.ts';
import {
  finish,
  recordIncident,
  refuseEntry,
  type EntryContext,
  type EntryFacts,
  authorRefusal,
} from '#src/server/journal/entry-context.ts';
import { receiptKeyOf } from '#src/server/journal/envelopes/own-receipt.ts';
import { RetryLater } from '#src/server/journal/envelopes/results.ts';
import type { SyncTransaction } from '#src/server/journal/ports/sync-deps.ts';
import { bringBackCustomer } from '#src/server/journal/proven.ts';
import type { Receipt } from '#src/server/ledger/receipts.ts';

/**
 * Registrations per device and day: more than an honest counter makes on its busiest day, and a limit for a
 * stolen one.
 */
const maxRegistrationsADay = 500;

/**
 * Records a customer registered offline by a person who may register on this device. If the identification is
 * already taken, the device's id is stored hidden and merged into that customer. If the device's id is
 * another person's, the customer gets a new one, and the device's top-ups of that id go to review. A refusal
 * is final and has a receipt; a top-up that waits for it goes to review.
 */
export async function recordOfflineCustomer(
  context: EntryContext,
  envelope: CustomerEnvelope,
  facts: EntryFacts,
  registration: OfflineRegistration | null,
): Promise<SyncResult> {
  const { deps, tx, now, author } = context;
  const { clientId } = envelope.payload;
  const signed = signedBy(envelope, registration);
  if (facts.isProven) {
    const { id } = await bringBackCustomer(context, clientId, signed);
    return keep(context, envelope, { id, registration: signed });
  }
  const barred = authorRefusal(envelope.kind, facts);
  if (barred) return finish(context, envelope, barred === 'FORBIDDEN' ? refuse(barred) : wait(barred));
  if (!signed) {
    // The carrying device may have changed it. The author still has the correct one.
    const isCarried = context.uploaderId !== author.id;
    if (registration && !isCarried) await recordIncident(context, envelope, 'changed-body');
    return finish(context, envelope, (isCarried ? wait : refuse)('REGISTRATION_CHANGED'));
  }
  const known = await tx.readCustomer(clientId);
  const named = await tx.findCustomer(signed.identificacion);
  const isTaken = known !== null && known.id !== named?.id;
  const ownId = isTaken ? deps.newId() : clientId;
  if (isTaken ? !named : !known) {
    if (!(await tx.takeRegistration(author.id, dayOf(now, deps.timeZone), maxRegistrationsADay)))
      throw new RetryLater('TOO_MANY_REQUESTS');
    await tx.insertCustomer({ id: ownId, createdAt: now, ...signed }, named?.id ?? null);
  }
  const id = named?.id ?? ownId;
  const names = { deviceId: author.id, clientId };
  if (isTaken && (await readMeant(tx, names)) === null) await noteMeant(tx, names, id, now);
  await noteConsent(context, envelope, id);
  return keep(context, envelope, { id, registration: signed });
}

/** Returns the first answer, which never changes. */
export async function customerAgain(
  { tx, ...context }: EntryContext,
  envelope: CustomerEnvelope,
  { refusal }: Receipt,
  registration: OfflineRegistration | null,
): Promise<SyncResult> {
  if (refusal) return refuseEntry({ tx, ...context }, envelope, refusal);
  const { clientId } = envelope.payload;
  const meant = await readMeant(tx, { deviceId: context.author.id, clientId });
  const customer = await tx.readCustomer(meant ?? clientId);
  return accepted(envelope, { id: customer?.id ?? null, registration: signedBy(envelope, registration) });
}

/**
 * Returns the registration beside the envelope if it is what the device signed, without invisible characters.
 */
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

/**
 * The envelope carries the time and the operator of the consent, under the device's signature. Older
 * envelopes lack them.
 */
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

/**
 * Returns the id with the data that the device sent. The device learns nothing about a customer whom the
 * server already knew: otherwise any device could query people by document.
 */
function accepted({ opId, occurredAt }: CustomerEnvelope, { id, registration }: Registered): SyncResult {
  if (id === null || !registration) return { opId, state: 'accepted' };
  return { opId, state: 'accepted', customer: { _id: id, ...registration, createAt: occurredAt } };
}

type Named = { deviceId: string; clientId: string };

/**
 * Notes whom a device means by a customer's id under which another person was registered first. The paper shows
 * the id, and another device can register under it before this one has a link.
 */
function noteMeant(
  tx: Pick<SyncTransaction, 'insertReceipt'>,
  named: Named,
  personId: string,
  now: Date,
): Promise<void> {
  return tx.insertReceipt({ opId: partFor(named), bodyHash, refusal: null, answer: { personId } }, now);
}

/** Returns the person whom the device means, or null when its id names that person. */
export async function readMeant(
  tx: Pick<SyncTransaction, 'findReceipt'>,
  named: Named,
): Promise<string | null> {
  const noted = await tx.findReceipt({ opId: partFor(named), bodyHash });
  return noted && noted !== 'reused' ? String(noted.answer['personId']) : null;
}

const bodyHash = 'meant';

/** Client keys contain no space, so none can collide with it. */
function partFor({ deviceId, clientId }: Named): OpId {
  return toOpId(`${clientId} meant by ${deviceId}`);
}

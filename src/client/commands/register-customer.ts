import type { RegistrationRow } from '#src/client/local/db/rows.ts';
import { isEnrolled, readEnrolment } from '#src/client/local/device/enrolment.ts';
import type { ServedCustomer } from '#src/client/local/offline/cache-db.ts';
import { appendOperation } from '#src/client/local/outbox/outbox.ts';
import { findRegistrations } from '#src/client/local/outbox/sign-envelopes.ts';
import type { PublicUser } from '#src/contract/accounts/schemas.ts';
import type { OpId } from '#src/contract/brands.ts';
import { offlineRegistrationSchema } from '#src/contract/sync/schemas.ts';
import { canonicalHash } from '#src/domain/device/canonical-hash.ts';
import { readIdentification } from '#src/domain/identification.ts';
import { copyPlaced } from './copy-decided.ts';
import type { CommandPorts } from './ports.ts';

export type CustomerRegistrationIntent = {
  /** made when the form opened */
  opId: OpId;
  /** the customer's id, made by this device */
  clientId: string;
  operatorId: string;
  ownerName: string;
  identificacion: string;
  /** the version of the notice they said yes to; absent: nobody asked */
  notice?: string;
};

/**
 * Registers a customer without a link: the envelope holds only a hash of the name, which stands beside it until the server
 * took it. A top-up of the same customer waits for it (`after`). Unless it was kept nothing was written. Throws when the device
 * cannot store.
 */
export async function registerCustomer(
  ports: CommandPorts,
  intent: CustomerRegistrationIntent,
): Promise<'kept' | 'not-valid' | 'not-enrolled'> {
  const { db, clock, ids, connection } = ports;
  const { opId, clientId, operatorId, ownerName, identificacion, notice } = intent;
  const registration = offlineRegistrationSchema.safeParse({ ownerName, identificacion });
  if (!registration.success) return 'not-valid';
  if (!(await isEnrolled(db))) return 'not-enrolled';
  await appendOperation(
    db,
    {
      opId,
      operatorId,
      occurredAt: new Date(clock.now()),
      label: { userName: registration.data.ownerName, estanteName: '' },
      kind: 'customer',
      payload: {
        clientId,
        dataHash: canonicalHash(registration.data),
        ...(notice === undefined ? {} : { notice }),
      },
      registration: registration.data,
    },
    ids.device(),
  );
  connection.requestSync();
  void copyPlaced(ports, [opId]);
  return 'kept';
}

/** A customer this kiosk knows: registered here and not sent yet, or served before. By identification or email. */
export async function findCustomer(
  { db, cache, clock }: CommandPorts,
  query: string,
): Promise<PublicUser | null> {
  const [fresh] = await findRegistrations(db, query);
  if (fresh) return ofRegistration(fresh, clock.now());
  const served = await cache.findCustomer(query);
  return served && ofServed(served);
}

/** All whom this kiosk knows: registered here and not sent yet first, then those served last. */
export async function keptCustomers({ db, cache, clock }: CommandPorts): Promise<PublicUser[]> {
  const fresh = await db.registrations.toArray();
  const served = await cache.listCustomers();
  const isFresh = new Set(fresh.map(documentKey));
  const others = served.filter((customer) => !isFresh.has(documentKey(customer)));
  others.sort((one, other) => other.servedAt - one.servedAt);
  return [...fresh.map((row) => ofRegistration(row, clock.now())), ...others.map(ofServed)];
}

function documentKey({ identificacion }: { identificacion: string }): string {
  const { type, number } = readIdentification(identificacion);
  return `${type} ${number}`;
}

function ofRegistration({ clientId, ownerName, identificacion }: RegistrationRow, now: number): PublicUser {
  return { _id: clientId, ownerName, identificacion, createAt: new Date(now).toISOString() };
}

function ofServed({ id, ownerName, identificacion, createAt }: ServedCustomer): PublicUser {
  return { _id: id, ownerName, identificacion, createAt };
}

/** Keeps a customer that was served, for the next time without a link. */
export async function rememberServed(
  { db, cache, clock }: CommandPorts,
  customer: PublicUser & { email?: string },
): Promise<void> {
  const enrolment = await readEnrolment(db);
  if (enrolment?.state === 'active') await cache.rememberCustomer(customer, clock.now());
}

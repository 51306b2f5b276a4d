import { offlineRegistrationSchema } from '#src/contract/sync.ts';
import { canonicalHash } from '#src/domain/canonical-hash.ts';
import type { MoneyDb } from '#src/client/local/money-db.ts';
import { appendOperation } from '#src/client/local/outbox.ts';

export type CustomerRegistrationIntent = {
  /** made when the form opened */
  opId: string;
  /** the customer's id, made by this device */
  clientId: string;
  operatorId: string;
  ownerName: string;
  identificacion: string;
};

/**
 * Registers a customer without a link: the envelope holds only a hash of the name, which stands beside it until the server
 * took it. A top-up of the same customer waits for it (`after`). False: the data is not valid, nothing was written.
 */
export async function registerCustomerOffline(
  db: MoneyDb,
  intent: CustomerRegistrationIntent,
  now: number,
  newDeviceId: string,
): Promise<boolean> {
  const { opId, clientId, operatorId, ownerName, identificacion } = intent;
  const registration = offlineRegistrationSchema.safeParse({ ownerName, identificacion });
  if (!registration.success) return false;
  await appendOperation(
    db,
    {
      opId,
      operatorId,
      occurredAt: new Date(now),
      label: { userName: registration.data.ownerName, estanteName: '' },
      kind: 'customer',
      payload: { clientId, dataHash: canonicalHash(registration.data) },
      registration: registration.data,
    },
    newDeviceId,
  );
  return true;
}

import { correctedNow } from '#src/client/local/device/device-clock.ts';
import { readEnrolment } from '#src/client/local/device/enrolment.ts';
import { moneyDb } from '#src/client/local/money-db.ts';
import { readStoredList } from '#src/client/local/offline/balance-list.ts';
import { cacheDb } from '#src/client/local/offline/cache-db.ts';
import { findServedCustomer, rememberCustomer } from '#src/client/local/offline/customer-directory.ts';
import { noteBalance } from '#src/client/local/offline/known-balance.ts';
import type { OfflineRefusal } from '#src/client/local/operation.ts';
import { findRegistrations } from '#src/client/local/sign-envelopes.ts';
import { reportStorageFailure } from '#src/client/state/storage-health.ts';
import { requestSync } from '#src/client/state/sync-request.ts';
import type { PublicUser } from '#src/contract/user.ts';
import type { VerifySignature } from '#src/domain/verify-voucher.ts';
import { type AcceptanceResult, acceptOffline } from './accept-offline.ts';
import { decideWithoutAnswer } from './decide-without-answer.ts';
import { issueOffline, type IssueResult, previewIssue } from './issue-offline.ts';
import { newOpId } from './new-op-id.ts';
import type { OfflinePorts } from './ports.ts';
import { type OfflineView, previewOfflineSale } from './preview-offline-sale.ts';
import { type CustomerRegistrationIntent, registerCustomerOffline } from './register-customer.ts';
import { whenOffline } from './when-offline.ts';
import { withdrawSale } from './withdraw-sale.ts';

/** The browser's cryptography; a screen hands it over, because commands know no device. */
export type DeskCrypto = {
  verify: VerifySignature;
  signBytes(key: CryptoKey, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
};

function portsOf(crypto: DeskCrypto): OfflinePorts {
  return {
    now: () => Date.now(),
    newId: newOpId,
    verify: crypto.verify,
    sign: async (message) => {
      const enrolment = await readEnrolment(moneyDb);
      if (!enrolment) throw new Error('only an enrolled device signs');
      return crypto.signBytes(enrolment.keys.privateKey, message);
    },
    readList: () => readStoredList(cacheDb),
  };
}

/** What this tablet knows of a voucher without a link. */
export function previewSale(
  crypto: DeskCrypto,
  code: { voucherId: string; ownerId: string; proof: string },
): Promise<OfflineView> {
  return previewOfflineSale(moneyDb, portsOf(crypto), code);
}

/** Decides about an operation just placed when no answer comes. Runs on when its screen is left; failures block the device. */
export function decideLater(
  crypto: DeskCrypto,
  operation: { opId: string; kind: 'purchase' | 'top-up' },
): void {
  decideWithoutAnswer(moneyDb, operation, portsOf(crypto), whenOffline).catch(reportStorageFailure);
}

/** A person decides again about a sale that was left undecided. */
export function acceptNow(crypto: DeskCrypto, opId: string): Promise<AcceptanceResult> {
  return acceptOffline(moneyDb, opId, portsOf(crypto));
}

/** A person says that nothing was handed over. */
export function withdrawNow(opId: string): Promise<boolean> {
  return withdrawSale(moneyDb, opId, { now: () => Date.now(), newId: newOpId });
}

export function issueNow(crypto: DeskCrypto, opId: string): Promise<IssueResult> {
  return issueOffline(moneyDb, opId, portsOf(crypto));
}

/** What a look-up said is remembered: the link may be gone a second later. `monto` 0 when it cannot be spent. */
export async function rememberBalance(voucherId: string, monto: number, askedAt: number): Promise<void> {
  const device = await moneyDb.device.get('self');
  if (device) await noteBalance(moneyDb, { voucherId, balance: monto, asOf: correctedNow(device, askedAt) });
}

/** False: the data is not valid. Throws when the device cannot store. */
export async function registerHere(intent: CustomerRegistrationIntent): Promise<boolean> {
  const isKept = await registerCustomerOffline(moneyDb, intent, Date.now(), newOpId());
  if (isKept) requestSync();
  return isKept;
}

/** Whether this kiosk could hand out a voucher of this amount without a link; `reason` null: it could. */
export function previewTopUp(monto: number): Promise<{ reason: OfflineRefusal | null; most: number }> {
  return previewIssue(moneyDb, monto, Date.now());
}

/** A customer this kiosk knows: registered here and not sent yet, or served before. By identification or email. */
export async function findCustomerHere(query: string): Promise<PublicUser | null> {
  const [fresh] = await findRegistrations(moneyDb, query);
  if (fresh) {
    const { clientId, ownerName, identificacion } = fresh;
    return { _id: clientId, ownerName, identificacion, createAt: new Date().toISOString() };
  }
  const served = await findServedCustomer(cacheDb, query);
  if (!served) return null;
  const { id, ownerName, identificacion, createAt } = served;
  return { _id: id, ownerName, identificacion, createAt };
}

/** Keeps a customer that was served, for the next time without a link. */
export async function rememberServed(customer: PublicUser & { email?: string }): Promise<void> {
  const enrolment = await readEnrolment(moneyDb);
  if (enrolment?.state === 'active') await rememberCustomer(cacheDb, customer, Date.now());
}
